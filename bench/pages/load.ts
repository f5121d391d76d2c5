import { languages } from '@tradewind/contract/kit/language'
import { badgePath, badgeSizes, badgeThemes } from '@tradewind/contract/trust/badge.constants'
import { startChild } from '../process/child.ts'
import type { Call, Load, Measured } from '../process/load.ts'
import { optionOf } from '../process/options.ts'
import { articleOf, companiesOf, startSite } from './site.ts'

/* Measures the requests per second and the latency of cached replies, as browsers request them. */
const seconds = Number(optionOf('seconds') ?? 10)
const nameFilter = new RegExp(optionOf('only') ?? '')

const site = await startSite(4791)
const load = startChild('load.ts')
const article = await articleOf(site.address)
const companies = await companiesOf(site.address)

const getRequest = (path: string, ...headers: string[]): Call => ({
  head: [`GET ${path} HTTP/1.1`, 'accept-encoding: br', 'accept-language: en', ...headers].join('\r\n'),
})

/** Badges of all companies in each size, theme and language. */
const badges = companies.flatMap((id) =>
  badgeSizes.flatMap((size) =>
    badgeThemes.flatMap((theme) => languages.map((lang) => badgePath(id, 'svg', { size, theme, lang }))),
  ),
)
/** The conditional request of a browser that already has the badge. */
const conditionalRequest = async (path: string) => {
  const etag = (await fetch(site.address + path)).headers.get('etag')
  return getRequest(path, `if-none-match: ${etag}`)
}

const cases: Readonly<Record<string, readonly Call[]>> = {
  article: [getRequest(article)],
  badge: [getRequest(badges[0]!)],
  [`badge, ${badges.length} addresses`]: badges.map((path) => getRequest(path)),
  'badge, known already': await Promise.all(badges.slice(0, 50).map(conditionalRequest)),
  'score.json': companies.map((id) => getRequest(`/company/${id}/score.json`)),
}

const at = (latencies: Float64Array, share: number) => latencies.toSorted()[Math.floor(latencies.length * share)]!.toFixed(2)

console.log('| what | connections | requests a second | p50, ms | p99, ms | failed |\n| --- | --: | --: | --: | --: | --: |')
for (const [name, requests] of Object.entries(cases).filter(([one]) => nameFilter.test(one)))
  for (const connections of [1, 16, 64]) {
    const loadOptions: Load = {
      port: Number(new URL(site.address).port),
      connections,
      milliseconds: seconds * 1000,
      requests: [...requests],
    }
    const { latencies, failed, seconds: took } = await load.ask<Measured>('run', loadOptions)
    const figures = [name, connections, Math.round(latencies.length / took), at(latencies, 0.5), at(latencies, 0.99), failed]
    console.log(`| ${figures.join(' | ')} |`)
  }
await load.stop()
await site.close()
