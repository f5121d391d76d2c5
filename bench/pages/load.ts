import { startChild } from '../process/child.ts'
import type { Load, Measured } from '../process/load.ts'
import { given } from '../process/started.ts'
import { articleOf, startSite } from './site.ts'

/* How many requests of an article the app answers in a second, kept and as a browser asks for it, and how long they take. */
const seconds = Number(given('seconds') ?? 10)

const site = await startSite(4791)
const load = startChild('load.ts')
const article = await articleOf(site.address)
const head = `GET ${article} HTTP/1.1\r\naccept-encoding: br\r\naccept-language: en`
const at = (latencies: Float64Array, share: number) => latencies.toSorted()[Math.floor(latencies.length * share)]!.toFixed(2)

console.log('| connections | requests a second | p50, ms | p99, ms | failed |\n| --: | --: | --: | --: | --: |')
for (const connections of [1, 16, 64]) {
  const asked: Load = {
    port: Number(new URL(site.address).port),
    connections,
    milliseconds: seconds * 1000,
    requests: [{ head }],
  }
  const { latencies, failed, seconds: took } = await load.ask<Measured>('run', asked)
  const figures = [connections, Math.round(latencies.length / took), at(latencies, 0.5), at(latencies, 0.99), failed]
  console.log(`| ${figures.join(' | ')} |`)
}
await load.stop()
await site.close()
