import { phrase } from '@tradewind/contract/kit/say'
import { eq } from 'drizzle-orm'
import { hash } from 'node:crypto'
import { type Database, type Reader, tenantScope, type Tx } from '#kit/database/database'
import { job, worker } from '#kit/jobs'
import type { Mailer, Words } from '#services/mailer'
import { ownerOf } from '../owner.ts'
import { isBounced } from '../review.queries.ts'
import { type LinkAskRow, type LinkRow, reviewLinkAsks, reviewLinks } from '../schema/review.table.ts'

/** Minutes in which a mailed code opens the survey. */
export const CODE_MINUTES = 30

const DIGITS = 6

/** The code of somebody who asks: six digits that follow from a secret and the row, so that no table holds them. */
export const codeOf = (
  links: { tokenOf: (tenantId: string, id: string) => string },
  ask: Pick<LinkAskRow, 'tenantId' | 'uniqueId'>,
) => {
  const bits = BigInt(`0x${hash('sha256', `code of ${links.tokenOf(ask.tenantId, ask.uniqueId)}`)}`)
  return String(bits % 10n ** BigInt(DIGITS)).padStart(DIGITS, '0')
}

/** Whose survey a short link opens, while it is switched on and they are here with a brand. */
export const behindLink = async (db: Reader | Tx, link: LinkRow | undefined) => {
  const owner = link?.isActive ? await ownerOf(db, link.ownerId) : undefined
  return link && owner?.userCompanyName ? { link, owner, brand: owner.userCompanyName } : undefined
}

interface JobPayload {
  tenantId: string
  askId: string
}

/** Mails the code that proves an address. */
export const codeJob = job<JobPayload>({ name: 'review.code', letter: 'REVIEW' })

/** The address may be anybody's: nothing that was typed is carried to it. */
const wordsOf = (brand: string, code: string, address: string): Words => ({
  subject: phrase('Your code: {code}'),
  paragraphs: [
    phrase('Your code for the review of {brand} is {code}. It works for {minutes} minutes.'),
    phrase('Did you not ask for it? Then ignore this email: nothing happens without the code.'),
  ],
  footer: phrase('You received this email because {address} was given on the review page of {brand}.'),
  values: { brand, code, address, minutes: String(CODE_MINUTES) },
})

interface Needs {
  db: Database
  post: Mailer
  links: { tokenOf: (tenantId: string, id: string) => string }
}

/** Writes the code while it is good for something. Done again it is the same mail. */
export const codeWorker = ({ db, post, links }: Needs) =>
  worker(codeJob, async ({ tenantId, askId }) => {
    const reader = db.as(tenantScope(tenantId))
    const [ask] = await reader.select().from(reviewLinkAsks).where(eq(reviewLinkAsks.uniqueId, askId))
    if (!ask || ask.usedAt || Date.parse(ask.expiresAt) <= Date.now()) return
    const [link] = await reader.select().from(reviewLinks).where(eq(reviewLinks.uniqueId, ask.linkId))
    const found = await behindLink(reader, link)
    if (!found || (await isBounced(reader, link!.ownerId, ask.address))) return
    const { address, language } = ask
    await post(`review-code-${askId}`, tenantId, { address, language }, wordsOf(found.brand, codeOf(links, ask), address))
  })
