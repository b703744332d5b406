"use client"

import type { RefObject } from "react"
import { NotifyButton } from "@/components/notifications/notify-button"
import type { PanelProduct } from "@/components/panels/product/panel-product"

type NotifyWhenAvailableProps = {
  readonly product: PanelProduct
  readonly focusFallback: RefObject<HTMLElement | null>
}

/** A notification when the product can be bought again. Hidden if the browser does not support notifications. */
export function NotifyWhenAvailable({ product, focusFallback }: NotifyWhenAvailableProps) {
  const { title, path, href } = product
  const id = `${product.id} back`
  return (
    <NotifyButton
      watchId={id}
      name={`Notify me when ${title} is back`}
      promise="You get one notification, while a page of this site is open. Nothing is bought."
      subscriptionOf={() => ({ id, title, path, href, known: "", toldAtMs: null, until: "back" })}
      focusFallback={focusFallback}
    />
  )
}
