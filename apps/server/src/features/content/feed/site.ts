import type { Decided } from '@tradewind/contract/tenantSetting/catalogue'
import type { Reader } from '#kit/database/database'
import type { TextsOf } from '../../message/message.queries.ts'

/** The tenant whose feeds are asked for, and what they need to know of it. */
export interface Site {
  db: Reader
  /** Never what a request says. */
  origin: string
  name: string
  decided: Decided
  say: Awaited<ReturnType<TextsOf['translator']>>
}
