import type { Files } from '@tradewind/byte-store/files'
import type { Role } from '@tradewind/contract/roles'
import type { ReviewType } from '@tradewind/contract/trust/review.constants'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { inScope, type Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { sanitizeMarkup } from '#kit/markup'
import { dayFromToday, minutesAfter, parseTable, pseudoRandom, timeAtWork } from '#kit/record/demo'
import { storeLogo } from '#platform/document.queries'
import type { Links, NewLink } from '#platform/identity/links.queries'
import { userEntity, users } from '#platform/schema/user.table'
import { scoreOf } from '#trust/answer/submit'
import { addToSums } from '#trust/answer/sums'
import { testimonialOf } from '#trust/answer/testimonial'
import { invitationEntity } from '#trust/campaign/invitations'
import {
  reviewAnswers,
  reviewAudience,
  reviewCampaigns,
  reviewInvitations,
  reviewRefusals,
  reviewSettings,
  testimonials,
  trustScores,
} from '#trust/schema/review.table'
import { reviewCases } from '#trust/schema/reviewCase.table'
import { type Asked, brands, buildCampaigns, drawCustomers, members, ownContacts } from './customers.demo.ts'
import { scopeOfOwner } from './owner.ts'
import { reviewOwnQuestions } from './schema/reviewQuestion.table.ts'
import { currentQuestionsOf, noteAnswered } from './survey.queries.ts'

type Mark = (x: number, y: number) => boolean

const SIDE = 144
/** Points per pixel in each direction, so that edges are smooth. */
const POINTS = 2

/** Marks of one colour on white. The coordinates go from -1 to 1. */
const marks: readonly Mark[] = [
  (x, y) => Math.abs(Math.hypot(x, y) - 0.6) < 0.18,
  (x, y) => Math.abs(x) + Math.abs(y) < 0.85 && Math.abs(x) + Math.abs(y + 0.2) > 0.4,
  (x, y) => Math.hypot(x, y) < 0.8 && Math.abs(y - 0.25 * Math.sin(4 * x)) > 0.14,
  (x, y) => Math.abs(x) < 0.7 && y < 0.7 && y > 0.7 * Math.abs(x) - 0.5 && Math.hypot(x, y - 0.25) > 0.3,
  (x, y) => Math.hypot(x + 0.25, y) < 0.5 !== Math.hypot(x - 0.25, y) < 0.5,
  (x, y) => Math.hypot(x, y) < 0.8 && Math.floor((x + y + 4) * 3) % 2 === 0,
  (x, y) => Math.max(Math.abs(x), Math.abs(y)) < 0.7 && Math.hypot(x - 0.7, y - 0.7) > 0.8,
  (x, y) => Math.hypot(x, y) < 0.45 + 0.3 * Math.cos(5 * Math.atan2(x, -y)),
  (x, y) => Math.abs(y) < 0.7 && Math.abs(x) < 0.75 && Math.abs(Math.abs(x) - 0.35 - 0.3 * y) < 0.2,
  (x, y) => Math.hypot(x, y) < 0.75 && Math.hypot(x - 0.3, y + 0.25) > 0.5,
  (x, y) => y < 0.65 && y > -0.75 + 1.9 * Math.abs(x) && (y < 0.1 || y > 0.3),
  (x, y) => Math.abs(x) < 0.75 && [-0.5, 0, 0.5].some((line) => Math.abs(y - line - 0.15 * x) < 0.14),
]

const colours = ['#1d487c', '#a84904', '#08674c', '#891235', '#5b3a8c', '#0b6b7d', '#7a5b00', '#323f55'].map(
  (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number],
)

/** The share of a pixel that a mark covers, from 0 to 1. */
const coverage = (mark: Mark, column: number, row: number) => {
  const at = (pixel: number, point: number) => ((pixel + (point + 0.5) / POINTS) / SIDE) * 2 - 1
  let covered = 0
  for (let point = 0; point < POINTS ** 2; point++)
    if (mark(at(column, point % POINTS), at(row, Math.floor(point / POINTS)))) covered++
  return covered / POINTS ** 2
}

/** Draws a logo as a PNG. The place in the list selects the mark, the name its colour. */
const drawLogo = (place: number, name: string) => {
  const colour = colours[pseudoRandom(colours.length, name, 'logo')]!
  const pixels = Uint8Array.from({ length: SIDE * SIDE * 3 }, () => 255)
  for (let pixel = 0; pixel < SIDE * SIDE; pixel++) {
    const share = coverage(marks[place % marks.length]!, pixel % SIDE, Math.floor(pixel / SIDE))
    for (const [at, value] of colour.entries()) pixels[pixel * 3 + at] = Math.round(255 - share * (255 - value))
  }
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer()
}

/** Draws the logo of a member and stores it as an upload would be. Returns the id of its document. */
const addLogo = async (
  tx: Tx,
  files: Pick<Files, 'store'>,
  tenantId: string,
  { uniqueId, place, name }: { uniqueId: string; place: number; name: string },
) => storeLogo(files, { tx, scope: { tenantId }, actor: { uniqueId } }, 'logo.png', await drawLogo(place, name))

const plans: Readonly<Record<string, Role>> = { B: 'ROLE_BASIC', A: 'ROLE_ADVANCE', P: 'ROLE_PRO', X: 'ROLE_BUISNESS' }
const types: Readonly<Record<string, ReviewType>> = {
  M: 'Manufacturers',
  D: 'Distributors_Dealers',
  C: 'Consultants_ServiceProviders',
  F: 'FranchiseBrands',
}

/** A company's reviews, and its description. */
interface Plan {
  emailAddress: string
  isPartner: boolean
  reviewsSearchEnabled: boolean
  /** One of the remarks has been reported. */
  isReported: boolean
  reviewType: ReviewType
  level: number
  customers: number
  description: string
}

const planOf = (emailAddress: string, cells: readonly (string | undefined)[], lines: readonly string[]): Plan => {
  const [flags = '', type = '', level, customers] = cells
  return {
    emailAddress,
    isPartner: flags.includes('P'),
    reviewsSearchEnabled: flags.includes('F'),
    isReported: flags.includes('R'),
    reviewType: types[type]!,
    level: Number(level),
    customers: Number(customers),
    description: lines.map((line) => `<p>${line}</p>`).join(''),
  }
}

/** Blocks of a text: cells of the first line, and the lines below it. */
const blocksOf = (text: string) =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((block) => {
      const [heading, ...lines] = block.trim().split('\n')
      return { cells: parseTable(heading)[0]!, lines }
    })

const memberPlans = blocksOf(members).map(({ cells: [emailAddress, ...cells], lines }) => planOf(emailAddress!, cells, lines))

const brandPlans = blocksOf(brands).map(
  ({ cells: [userCompanyName, userCompanyCountry, person, emailAddress, plan, ...cells], lines }) => {
    const [firstName, ...rest] = person!.split(' ')
    const identity = {
      firstName: firstName!,
      lastName: rest.join(' '),
      emailAddress: emailAddress!,
      userCompanyName: userCompanyName!,
      userCompanyCountry: userCompanyCountry!,
    }
    return { ...planOf(emailAddress!, cells, lines), ...identity, role: plans[plan!]! }
  },
)

/** Adds the users of the companies that are reviewed, who have no password, and returns the profile of each. */
const addBrands = async (tx: Tx) => {
  const rows = brandPlans.map(({ firstName, lastName, emailAddress, userCompanyName, userCompanyCountry, role }) => {
    const fields = { firstName, lastName, emailAddress, userCompanyName, userCompanyCountry, role }
    const dateCreated = timeAtWork(dayFromToday(-400 - pseudoRandom(200, emailAddress)), emailAddress)
    return { ...fields, ...userEntity.computedColumns(fields), dateCreated, updatedAt: dateCreated, verifiedAt: dateCreated }
  })
  const ids = await insertMany(tx, users, rows)
  return brandPlans.map((plan, at) => ({ plan, owner: { uniqueId: ids[at]!, role: plan.role } }))
}

type User = typeof users.$inferSelect
type Owner = Pick<User, 'uniqueId' | 'role'>

const OPEN_MINUTES = 90 * 24 * 60
const TWO_YEARS = 2 * 365 * 24 * 60

/** Days ago on which customers were invited: two campaigns of the own contacts, or one every other month. */
const campaigns = { own: [185, 24], drawn: [330, 265, 205, 140, 80, 21] }

const invitationOf = (owner: Owner, { reviewType }: Plan, campaignId: string, { customer, state, at, answer }: Asked) => {
  const { email: emailAddress, contactId, firstName, lastName, title, companyName, contactRole, number } = customer
  const { uniqueId: ownerId } = owner
  const contactFields = { contactId, firstName, lastName, title, companyName, contactRole, number, emailAddress }
  const keys = { firstKey: '', lastKey: '', companyKey: '' }
  const isSent = state !== 'FAILED'
  const problem = isSent ? null : '550 5.1.1 The mailbox does not exist'
  const times = { dateCreated: at, sentAt: isSent ? minutesAfter(at, 2) : null, answeredAt: answer?.at ?? null }
  const invitation = { ownerId, campaignId, reviewType, state, language: 'en' as const, problem, letters: 1 }
  const row = { ...contactFields, ...keys, ...invitation, expiresAt: minutesAfter(at, OPEN_MINUTES) }
  const ids = { uniqueId: randomUUID(), unsubscribeId: randomUUID(), createdBy: ownerId }
  return { ...row, ...invitationEntity.computedColumns(row), ...ids, ...times, updatedAt: answer?.at ?? at }
}
type Invited = ReturnType<typeof invitationOf>

const linksOf = ({ uniqueId, unsubscribeId, ownerId: userId }: Invited) => {
  const common = { userId, minutes: TWO_YEARS, subject: '' }
  return [
    { ...common, uniqueId, purpose: 'SURVEY' as const },
    { ...common, uniqueId: unsubscribeId, purpose: 'UNSUBSCRIBE' as const },
  ]
}

/** Half steps by own question, of three customers in four: the others have left them out. */
const ownRatingsOf = (ids: readonly string[], who: string) =>
  Object.fromEntries(
    ids.filter((_, at) => pseudoRandom(4, who, at) > 0).map((id, at) => [id, 6 + pseudoRandom(5, who, 'own', at)]),
  )

const answerOf = (
  { uniqueId, ownerId, firstName, lastName, reviewType, emailAddress }: Invited,
  { answer, customer }: Asked,
  ownQuestionIds: readonly string[],
) => {
  const { at, ratings, remark, remarkPublic, showAsTestimonial, ownerReply } = answer!
  const details = { remark, remarkPublic, showAsTestimonial, ownerReply, repliedAt: ownerReply ? minutesAfter(at, 700) : null }
  const common = { uniqueId, ownerId, firstName, lastName, reviewType, dateCreated: at, updatedAt: at }
  const country = customer.country ?? null
  const ownRatings = ownRatingsOf(ownQuestionIds, emailAddress)
  return { ...common, ...details, country, ratings, ownRatings, score: scoreOf(ratings), day: at.slice(0, 10) }
}

/** The campaigns of these invitations. */
const campaignsOf = (invited: readonly { row: Invited }[]) =>
  [...Map.groupBy(invited, ({ row }) => row.campaignId)].map(([uniqueId, sent]) => {
    const { ownerId, createdBy, dateCreated } = sent[0]!.row
    return { uniqueId, ownerId, createdBy, dateCreated, updatedAt: dateCreated, invited: sent.length }
  })

/** Own questions, in addition to those of the survey type: the owner's address, and the questions. The last one is retired. */
const ownQuestions: Readonly<Record<string, readonly string[]>> = {
  'pro@tradewind.test': [
    'How easy was it to find the right spare part?',
    'How useful was the test certificate that came with each valve?',
    'How was the training at your plant?',
  ],
}

const addOwnQuestions = async (tx: Tx, ownerId: string, emailAddress: string) => {
  const questions = ownQuestions[emailAddress] ?? []
  const dateCreated = timeAtWork(dayFromToday(-200), emailAddress)
  const common = { ownerId, createdBy: ownerId, dateCreated, updatedAt: dateCreated, answeredAt: dateCreated }
  const retiredAt = timeAtWork(dayFromToday(-20), emailAddress)
  const rows = questions.map((question, at) => {
    const isLast = at === questions.length - 1
    return { ...common, question, position: at + 1, retiredAt: isLast ? retiredAt : null }
  })
  return insertMany(tx, reviewOwnQuestions, rows)
}

/** Saves invitations with their answers, in the partition of the transaction. */
const saveInvitations = async (
  tx: Tx,
  owner: Owner,
  invited: readonly { row: Invited; invitee: Asked }[],
  ownQuestionIds: readonly string[],
) => {
  const { uniqueId: ownerId } = owner
  const failed = invited.filter(({ row }) => row.state === 'FAILED')
  const answers = invited
    .filter(({ invitee }) => invitee.answer)
    .map(({ row, invitee }) => answerOf(row, invitee, ownQuestionIds))
  await insertMany(
    tx,
    reviewInvitations,
    invited.map(({ row }) => row),
  )
  await insertMany(tx, reviewCampaigns, campaignsOf(invited))
  await tx.insert(trustScores).values({ ownerId, sent: invited.length - failed.length })
  await insertMany(
    tx,
    reviewRefusals,
    failed.map(({ row }) => ({ ownerId, address: row.emailAddress, reason: 'BOUNCED' })),
  )
  if (answers.length === 0) return
  await insertMany(tx, reviewAnswers, answers)
  await addToSums(tx, ownerId, ...answers)
  const chosen = answers.filter(({ showAsTestimonial }) => showAsTestimonial)
  await insertMany(tx, testimonials, chosen.map(testimonialOf))
  await noteAnswered(tx, Object.keys(answers[0]!.ratings))
}

/** Of the public remarks, the one with the fewest stars is reported, and waits for a decision. */
const report = async (tx: Tx, ownerId: string, invited: readonly { row: Invited; invitee: Asked }[]) => {
  const remarks = invited.flatMap(({ row, invitee: { answer } }) => (answer?.remarkPublic ? [{ ...answer, ...row }] : []))
  const [worst] = remarks.toSorted((one, other) => one.stars - other.stars)
  if (!worst) return
  const dateCreated = minutesAfter(worst.at, 1500)
  const of = { ownerId, kind: 'REPORT' as const, sign: worst.uniqueId, answerIds: [worst.uniqueId] }
  await tx.insert(reviewCases).values({ ...of, reason: 'NOT_GENUINE', dateCreated, updatedAt: dateCreated })
}

const saveSettings = async (tx: Tx, { uniqueId: ownerId }: Owner, plan: Plan, brandLogoUID: string) => {
  const { isPartner, reviewsSearchEnabled, reviewType, description } = plan
  await tx.update(users).set({ isPartner, reviewsSearchEnabled, brandLogoUID }).where(eq(users.uniqueId, ownerId))
  await tx.insert(reviewSettings).values({ ownerId, reviewType, companyDescription: sanitizeMarkup(description) })
}

/** The customers of an owner, and the days of the campaigns: so many who are no longer contacts, or all own contacts, who are the audience then. */
const findCustomers = async (tx: Tx, { uniqueId: ownerId }: Owner, { emailAddress, customers }: Plan) => {
  const contacts = customers > 0 ? [] : await ownContacts(tx)
  const audience = contacts.map(({ contactId }) => ({ ownerId, contactId }))
  await insertMany(tx, reviewAudience, audience)
  if (contacts.length > 0) return { all: contacts, days: campaigns.own }
  return { all: drawCustomers(emailAddress, customers), days: campaigns.drawn }
}

/** The reviews of one company, the same every time. Returns the links of its letters. */
const addReviewsOf = async (tx: Tx, tenantId: string, owner: Owner, plan: Plan, brandLogoUID: string) => {
  const { emailAddress: seed, reviewType, level } = plan
  await saveSettings(tx, owner, plan, brandLogoUID)
  const questions = (await currentQuestionsOf(tx, reviewType)).map(({ uniqueId }) => uniqueId)
  return inScope(tx, scopeOfOwner({ ...owner, tenantId }), async () => {
    const { all, days } = await findCustomers(tx, owner, plan)
    const invited = buildCampaigns({ seed, reviewType, level, questions, usedRemarks: new Set() }, all, days).flatMap((each) => {
      const campaignId = randomUUID()
      return each.map((invitee) => ({ row: invitationOf(owner, plan, campaignId, invitee), invitee }))
    })
    await saveInvitations(tx, owner, invited, await addOwnQuestions(tx, owner.uniqueId, seed))
    if (plan.isReported) await report(tx, owner.uniqueId, invited)
    return invited.flatMap(({ row }) => linksOf(row))
  })
}

/** Months of campaigns: of users who can sign in to an evaluation and, in its main account, of companies that nobody signs in for. */
export const addReviews = async (
  tx: Tx,
  { files, links }: { files: Pick<Files, 'store'>; links: Links },
  tenantId: string,
  people: readonly User[],
  isMain: boolean,
) => {
  const signedIn = memberPlans.flatMap((plan) => {
    const owner = people.find(({ emailAddress }) => emailAddress === plan.emailAddress)
    return owner ? [{ plan, owner }] : []
  })
  const all = isMain ? [...signedIn, ...(await addBrands(tx))] : signedIn
  const newLinks: NewLink[] = []
  for (const [place, { plan, owner }] of all.entries()) {
    const logo = await addLogo(tx, files, tenantId, { uniqueId: owner.uniqueId, place, name: plan.emailAddress })
    newLinks.push(...(await addReviewsOf(tx, tenantId, owner, plan, logo)))
  }
  await links.makeMany(tx, tenantId, newLinks)
}
