import { diag, DiagLogLevel } from "@opentelemetry/api"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto"
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources"
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node"

const ignore = () => undefined

/**
 * Sends the spans of this process to the collector in `OTEL_EXPORTER_OTLP_ENDPOINT`. The SDK reads headers, sampler,
 * limits and names from other `OTEL_*` variables; docs/operating.md has their list.
 *
 * @param onFault receives the exporter's errors; requests continue
 * @returns `stop` sends the remaining spans
 * @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export function exportTraces(onFault: (message: string) => void): { readonly stop: () => Promise<void> } {
  const logger = { error: onFault, warn: onFault, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const named = resourceFromAttributes({ "service.name": "signal402" })
  const resource = defaultResource()
    .merge(named)
    .merge(detectResources({ detectors: [envDetector] }))
  const provider = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  return { stop: () => provider.shutdown().catch((cause: unknown) => onFault(String(cause))) }
}
