import type { Decided } from '@tradewind/contract/platform/settingCatalogue'
import type { Reader } from '#kit/database/database'
import type { TextsOf } from '#platform/message/message.queries'

/** The tenant whose feeds are asked for, and what they need to know of it. */
export interface Site {
  db: Reader
  /** Never what a request says. */
  origin: string
  name: string
  decided: Decided
  say: Awaited<ReturnType<TextsOf['translator']>>
}
