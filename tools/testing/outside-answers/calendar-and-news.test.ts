import { expect } from "vitest"
import { createBeaSource } from "@/lib/market/sources/bea/client"
import { createBlsSource } from "@/lib/market/sources/bls/client"
import { createBlsDataSource } from "@/lib/market/sources/bls-data/client"
import { createDeribitSource } from "@/lib/market/sources/deribit/client"
import { createFederalRegisterSource } from "@/lib/market/sources/federal-register/client"
import { createForexFactorySource } from "@/lib/market/sources/forexfactory/client"
import { createGdeltSource } from "@/lib/market/sources/gdelt/client"
import { readEvents } from "@/lib/market/sources/gdelt-files/read-events"
import { toArticles } from "@/lib/market/sources/gdelt-files/to-articles"
import { createMempoolSource } from "@/lib/market/sources/mempool/client"
import { createRssSource, RSS_FEEDS } from "@/lib/market/sources/rss/client"
import { answering, outside } from "./outside"

const BLS_2023 = "MrCroesus/finance-calendar 6ff00bf1, bls.ics of 2023"
const BLS_JOBS_2016 = "jacohen10/BLS 264f6038, app/services/bls/national_data.rb, recorded 2016-06"
const BLS_CPI_2024 = "argonprotocol/mainchain a4429160, oracle/src/us_cpi.rs, recorded 2024-06"
const BLS_CPI_2026 = "calegeffre/WhatTheFed a60b5f57, tests/test_cpi_ingestion.py, figures of 2026-03"
const FF_2026 = "dkmarlin/ff-mirror e174305a, ff_calendar_thisweek.json, 2026-08-21"
const FF_2022 = "malimsZen/webScraping 466cd4db, ff_calendar_thisweek.json, 2022-08"
const MEMPOOL_DOCS = "mempool/mempool 034dd895, api-docs-data.ts"
const DERIBIT_2026 = "maddymedia123-jpg/Quant-dashboard d0aff0b7, deribit_book_summary.json, recorded 2026-09-08"
const BBC_2026 = "fastender/fast-news-reader 042fb7fa, tests/fixtures/bbc.xml, recorded 2026-04-25"
const BBC_2018 = "dpapathanasiou/photojournalism 9928d8b9, tests/fixtures/bbc.xml"
const REGISTER_2026 = "calebwhite-io/monument-watch 8586a99f, tests/fixtures/federal_register.json"
const GDELT_COLUMNS = "linwoodc3/gdeltPyR 8762db7f, data/events2.csv, columns of the GDELT 2.0 codebook"

const event = (summary: string, start: string) =>
  [
    "BEGIN:VEVENT",
    "SEQUENCE:1",
    `DTSTART;TZID=US-Eastern:${start}`,
    "DURATION:PT0M",
    `SUMMARY:${summary}`,
    "LOCATION:Washington\\, DC",
    "END:VEVENT",
  ].join("\r\n")
const bls = (...events: readonly string[]) =>
  [
    "BEGIN:VCALENDAR",
    "PRODID:-//Department of Labor//Bureau of Labor Statistics//EN",
    "VERSION:2.0",
    "X-WR-TIMEZONE:US-Eastern",
    ...events,
    "END:VCALENDAR",
  ].join("\r\n")

outside(BLS_2023, "BLS: payrolls at 08:30 and job openings at 10:00 in New York, not in UTC", async () => {
  const file = bls(
    event("Job Openings and Labor Turnover Survey", "20230104T100000"),
    event("Employment Situation", "20230106T083000"),
  )
  const { entries, untilMs } = await createBlsSource(answering(file, Date.UTC(2023, 0, 3))).calendar()
  expect(entries.map(({ title, when }) => [title, when])).toEqual([
    ["Job Openings and Labor Turnover Survey", { date: "2023-01-04", time: "10:00" }],
    ["Employment Situation", { date: "2023-01-06", time: "08:30" }],
  ])
  expect(untilMs, "08:30 in winter is 13:30 UTC").toBe(Date.UTC(2023, 0, 6, 13, 30))
})

/** Months newest first, as `2016-05`. */
const publishedBy = (series: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
  createBlsDataSource(
    answering({
      status: "REQUEST_SUCCEEDED",
      responseTime: 175,
      message: [],
      Results: {
        series: Object.entries(series).map(([seriesID, months]) => ({
          seriesID,
          data: Object.entries(months).map(([month, value]) => ({
            year: month.slice(0, 4),
            period: `M${month.slice(5)}`,
            value,
            footnotes: [{}],
          })),
        })),
      },
    }),
  ).figures()

outside(
  BLS_JOBS_2016,
  "BLS: payrolls are a level in thousands, so May 2016 is 38K; the rate is in percent",
  async () => {
    const figures = await publishedBy({
      CES0000000001: { "2016-05": "143894", "2016-04": "143856" },
      LNS14000000: { "2016-05": "4.7", "2016-04": "5.0" },
    })
    expect(figures).toEqual([
      { kind: "NFP", measure: "Non-Farm Employment Change", month: "2016-05", value: "38K" },
      { kind: "NFP", measure: "Unemployment Rate", month: "2016-05", value: "4.7%" },
    ])
  },
)

outside(BLS_CPI_2024, "BLS: the unadjusted index gives the rate of a year, 3.3% for May 2024", async () => {
  const figures = await publishedBy({
    CUUR0000SA0: { "2024-05": "314.069", "2024-04": "313.548", "2023-05": "304.127" },
  })
  expect(figures).toEqual([{ kind: "CPI", measure: "CPI y/y", month: "2024-05", value: "3.3%" }])
})

outside(
  BLS_CPI_2026,
  "BLS: adjusted indices give 0.9% and 0.2% a month; a dash is a month without a value",
  async () => {
    const figures = await publishedBy({
      CUSR0000SA0: {
        "2026-03": "330.293",
        "2026-02": "327.460",
        "2025-10": "-",
        "2025-03": "319.785",
        "2025-02": "319.679",
      },
      CUSR0000SA0L1E: { "2026-03": "334.165", "2026-02": "333.512" },
    })
    expect(figures).toEqual([
      { kind: "CPI", measure: "CPI m/m", month: "2026-03", value: "0.9%" },
      { kind: "CPI", measure: "Core CPI m/m", month: "2026-03", value: "0.2%" },
    ])
  },
)

const forexFactory = (events: unknown, nowMs: number) =>
  createForexFactorySource(answering(new Map([["thisweek", events]]), nowMs)).calendar()

outside(FF_2026, "ForexFactory: 14:00 at -04:00 is 18:00 UTC, impact as a word, without figures none", async () => {
  const minutes = {
    title: "FOMC Meeting Minutes",
    country: "USD",
    date: "2026-08-19T14:00:00-04:00",
    impact: "High",
    forecast: "",
    previous: "",
  }
  const { entries } = await forexFactory([minutes], Date.UTC(2026, 7, 17))
  expect(entries).toMatchObject([{ when: { atMs: Date.UTC(2026, 7, 19, 18) }, impact: "high" }])
})

outside(FF_2026, "ForexFactory: figures keep their unit, and those of other currencies are not ours", async () => {
  const events = [
    {
      title: "Prelim GDP q/q",
      country: "JPY",
      date: "2026-08-16T19:50:00-04:00",
      impact: "Low",
      forecast: "0.5%",
      previous: "0.5%",
    },
    {
      title: "Unemployment Claims",
      country: "USD",
      date: "2026-08-20T08:30:00-04:00",
      impact: "Medium",
      forecast: "210K",
      previous: "209K",
    },
  ]
  const { entries } = await forexFactory(events, Date.UTC(2026, 7, 17))
  expect(entries).toMatchObject([
    { title: "Unemployment Claims", impact: "medium", figures: { forecast: "210K", previous: "209K" } },
  ])
})

outside(FF_2022, "ForexFactory: an event without a date costs its own row", async () => {
  const at = (title: string, date: string) => ({
    title,
    country: "USD",
    date,
    impact: "Low",
    forecast: "",
    previous: "",
  })
  const events = [
    { ...at("BusinessNZ Services Index", ""), country: "NZD" },
    at("NAHB Housing Market Index", "2022-08-15T10:00:00-04:00"),
    at("TIC Long-Term Purchases", "2022-08-15T16:00:00-04:00"),
    at("Building Permits", "2022-08-16T08:30:00-04:00"),
    at("Housing Starts", "2022-08-16T08:30:00-04:00"),
    at("Industrial Production m/m", "2022-08-16T09:15:00-04:00"),
  ]
  const { entries } = await forexFactory(events, Date.UTC(2022, 7, 15))
  expect(entries).toHaveLength(5)
})

outside(MEMPOOL_DOCS, "mempool.space: changes in percent with their sign, the time in milliseconds", async () => {
  const answer = {
    progressPercent: 68.60119047619048,
    difficultyChange: -2.913529439274176,
    estimatedRetargetDate: 1735095294116,
    remainingBlocks: 633,
    previousRetarget: 2.0685719720386118,
    previousTime: 1733848494,
    nextRetargetHeight: 227808,
  }
  const { entries } = await createMempoolSource(answering(answer, 1734704000000)).calendar()
  expect(entries).toMatchObject([
    { when: { atMs: 1735095294116 }, figures: { forecast: "-2.91%", previous: "+2.07%" } },
  ])
})

outside(
  `${MEMPOOL_DOCS}, Liquid`,
  "mempool.space: a chain without difficulty has no adjustment, which is no date",
  async () => {
    const answer = {
      difficultyChange: null,
      estimatedRetargetDate: null,
      previousRetarget: null,
      previousTime: 1734698648,
    }
    await expect(createMempoolSource(answering(answer)).calendar()).rejects.toMatchObject({ kind: "schema" })
  },
)

outside(
  "apps.bea.gov/API/signup/release_dates.json, as 9ui5han/gold-kline-renderer e37c5aa4 tests it",
  "BEA: 12:30 UTC is 08:30 in New York in summer; the time of the file is no release",
  async () => {
    const releases = {
      "Gross Domestic Product": { release_dates: ["2026-07-30T12:30:00+00:00"] },
      "Personal Income and Outlays": { release_dates: ["2026-06-25T12:30:00+00:00", "2026-07-30T12:30:00+00:00"] },
      file_last_updated: "2026-06-01T08:00:00",
    }
    const { entries } = await createBeaSource(answering(releases, Date.UTC(2026, 5, 20))).calendar()
    expect(entries.map(({ title, when }) => [title, when])).toEqual([
      ["Gross Domestic Product", { atMs: Date.UTC(2026, 6, 30, 12, 30) }],
      ["Personal Income and Outlays", { atMs: Date.UTC(2026, 5, 25, 12, 30) }],
      ["Personal Income and Outlays", { atMs: Date.UTC(2026, 6, 30, 12, 30) }],
    ])
  },
)

outside(
  DERIBIT_2026,
  "Deribit: coins of calls and puts by the price of their expiry in dollars; other Fridays and the price of an option do not count",
  async () => {
    const option = (instrument_name: string, open_interest: number, underlying_price: number, mark_price: number) => ({
      instrument_name,
      open_interest,
      underlying_price,
      mark_price,
      volume_usd: 165.31,
    })
    const btc = {
      jsonrpc: "2.0",
      result: [
        option("BTC-25SEP26-105000-C", 1538.2, 78610.75, 0.00037191),
        option("BTC-25SEP26-66000-P", 1598.6, 78610.75, 0.00160178),
        option("BTC-18SEP26-90000-C", 727.8, 78567.77, 0.00129871),
      ],
    }
    const eth = { result: [option("ETH-25SEP26-3000-C", 0, 2400, 0.01)] }
    const ports = answering(
      new Map<string, unknown>([
        ["currency=BTC", btc],
        ["currency=ETH", eth],
      ]),
      Date.UTC(2026, 8, 8),
    )
    const { entries } = await createDeribitSource(ports).calendar()
    const [expiry] = entries
    expect(expiry).toMatchObject({
      when: { atMs: Date.UTC(2026, 8, 25, 8) },
      notionalUsd: Math.round((1538.2 + 1598.6) * 78610.75),
    })
  },
)

async function headlines(items: string, nowMs: number) {
  const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title><![CDATA[BBC News]]></title>${items}</channel></rss>`
  const [bbc] = RSS_FEEDS
  return createRssSource(answering(feed, nowMs), bbc).articles()
}

outside(BBC_2026, "BBC: &amp; in a link is decoded once, GMT, a title in CDATA", async () => {
  const [article] = await headlines(
    `<item><title><![CDATA[Relish and dread as Starmer 'shambles' hangs over elections]]></title>
     <link>https://www.bbc.com/news/articles/cq59xvdzjv7o?at_medium=RSS&amp;at_campaign=rss</link>
     <guid isPermaLink="false">https://www.bbc.com/news/articles/cq59xvdzjv7o#0</guid>
     <pubDate>Sat, 25 Apr 2026 12:07:54 GMT</pubDate></item>`,
    Date.UTC(2026, 3, 25, 19),
  )
  expect(article).toMatchObject({
    title: "Relish and dread as Starmer 'shambles' hangs over elections",
    url: "https://www.bbc.com/news/articles/cq59xvdzjv7o?at_medium=RSS&at_campaign=rss",
    seenAtMs: Date.UTC(2026, 3, 25, 12, 7, 54),
  })
})

const BBC_LINK = "https://www.bbc.co.uk/news/uk-politics-43532916?at_medium=RSS&amp;at_campaign=KARANGA"

outside(
  BBC_2018,
  "the same article of the BBC's feed, of GDELT's search and of an event file is one link, however & is written",
  async () => {
    const item = `<item><title>Firm in data scandal</title><link>${BBC_LINK}</link><pubDate>Sun, 25 Mar 2018 11:52:46 GMT</pubDate></item>`
    const [ofFeed] = await headlines(item, Date.UTC(2018, 2, 26))
    const found = {
      url: BBC_LINK.replace("&amp;", "&"),
      title: "Firm in data scandal",
      seendate: "20180325T120000Z",
      domain: "bbc.co.uk",
      language: "English",
    }
    const { articles } = await createGdeltSource(answering({ articles: [found] }, Date.UTC(2018, 2, 26))).articles({
      fromMs: 0,
      toMs: Date.UTC(2018, 2, 26),
    })
    const [ofFile] = readEvents("host", gdeltRow({ SOURCEURL: BBC_LINK }))
    expect(new Set([ofFeed?.url, articles[0]?.url, ofFile?.url])).toEqual(new Set([found.url]))
  },
)

outside(
  "api.gdeltproject.org, DOC 2.0 ArtList as in zeus-kim/metasearch 60a014f2",
  "GDELT: seendate is UTC",
  async () => {
    const found = {
      url: "https://news.example.org/a",
      url_mobile: "",
      title: "Sanctions announced",
      seendate: "20260530T101500Z",
      domain: "news.example.org",
      language: "English",
    }
    const { articles } = await createGdeltSource(answering({ articles: [found] })).articles({
      fromMs: 0,
      toMs: Date.UTC(2026, 9, 10),
    })
    expect(articles).toMatchObject([{ seenAtMs: Date.UTC(2026, 4, 30, 10, 15) }])
  },
)

/** The columns of an event file in the order of the codebook. */
const EVENT_COLUMNS = [
  ..."GLOBALEVENTID SQLDATE MonthYear Year FractionDate".split(" "),
  ...["Actor1", "Actor2"].flatMap((actor) =>
    "Code Name CountryCode KnownGroupCode EthnicCode Religion1Code Religion2Code Type1Code Type2Code Type3Code"
      .split(" ")
      .map((name) => actor + name),
  ),
  ..."IsRootEvent EventCode EventBaseCode EventRootCode QuadClass GoldsteinScale NumMentions NumSources NumArticles AvgTone".split(
    " ",
  ),
  ...["Actor1Geo", "Actor2Geo", "ActionGeo"].flatMap((place) =>
    "Type FullName CountryCode ADM1Code ADM2Code Lat Long FeatureID".split(" ").map((name) => `${place}_${name}`),
  ),
  "DATEADDED",
  "SOURCEURL",
]

function gdeltRow(given: Readonly<Record<string, string>>): string {
  const values: Readonly<Record<string, string>> = { EventRootCode: "19", DATEADDED: "20180325114500", ...given }
  return EVENT_COLUMNS.map((column) => values[column] ?? "").join("\t")
}

outside(
  GDELT_COLUMNS,
  "GDELT event files: the root code, where the action is and not its actors, added in UTC",
  async () => {
    const row = gdeltRow({
      EventCode: "193",
      EventBaseCode: "193",
      EventRootCode: "19",
      GoldsteinScale: "-10.0",
      Actor1Geo_Lat: "55.7522",
      Actor1Geo_Long: "37.6156",
      ActionGeo_FullName: "Kyiv, Kyyiv, Misto, Ukraine",
      ActionGeo_Lat: "50.4333",
      ActionGeo_Long: "30.5167",
      DATEADDED: "20260530101500",
      SOURCEURL: "https://news.example.org/2026/05/30/shelling-continues-along-the-front",
    })
    const events = readEvents("host", row)
    expect(events).toMatchObject([
      { rootCode: 19, location: { lat: 50.4333, lon: 30.5167 }, addedMs: Date.UTC(2026, 4, 30, 10, 15) },
    ])
    expect(toArticles(events, Date.UTC(2026, 9, 10))).toMatchObject([{ title: "Shelling Continues Along The Front" }])
  },
)

outside(GDELT_COLUMNS, "GDELT event files: cooperation (root codes below 13) is no hostile event", async () => {
  const url = "https://news.example.org/2026/05/30/ministers-sign-trade-agreement"
  const events = readEvents("host", gdeltRow({ EventRootCode: "05", SOURCEURL: url }))
  expect(toArticles(events, Date.UTC(2026, 9, 10))).toEqual([])
})

outside(
  REGISTER_2026,
  "Federal Register: a presidential document is official and of the morning of its issue in Washington",
  async () => {
    const document = {
      title: "Continuance of Certain Federal Advisory Committees",
      type: "Presidential Document",
      document_number: "2025-19485",
      html_url:
        "https://www.federalregister.gov/documents/2025/10/06/2025-19485/continuance-of-certain-federal-advisory-committees",
      publication_date: "2025-10-06",
      agencies: [{ raw_name: "EXECUTIVE OFFICE OF THE PRESIDENT", id: 538 }],
    }
    const articles = await createFederalRegisterSource(
      answering({ count: 110, total_pages: 22, results: [document] }),
    ).articles()
    expect(articles).toMatchObject([{ isOfficial: true, seenAtMs: Date.UTC(2025, 9, 6, 11), url: document.html_url }])
  },
)
