import type { Language } from '@tradewind/contract/kit/language'
import type { LetterKind } from '@tradewind/contract/trust/campaign.words'
import { MOST_REMINDERS } from '@tradewind/contract/trust/review.words'
import type { CampaignLetter } from '@tradewind/contract/trust/reviewCampaign.contract'
import type { contacts } from '#crm/schema/contact.table'
import { notFound } from '#kit/errors'
import { type ManualContext, manualTransaction, type WriteContext } from '#kit/http/context'
import type { LetterWriter } from '#services/mailer'
import { invitationLetter, type Letter } from '../letter.ts'
import { ownerOf } from '../owner.ts'
import { surveyOf } from '../survey/survey.queries.ts'
import { type Asking, chosenOf, languageFor, sorted, termsOf } from './campaign.ts'

type Contact = typeof contacts.$inferSelect
type Terms = Awaited<ReturnType<typeof termsOf>>

export interface Showing extends Asking {
  writeLetter: LetterWriter
}

interface Given {
  audienceList: string[]
  language?: Language | undefined
  sentence?: string | null | undefined
  contactId?: string | undefined
  kind: LetterKind
}

/** Leads nowhere: the real ones are made with the invitation. */
const noToken = () => 'preview'

const reminded: Readonly<Record<LetterKind, number>> = {
  INVITATION: 0,
  REMINDER: 1,
  LAST_REMINDER: MOST_REMINDERS,
}

const letterOf = ({ uniqueId, firstName }: Contact, language: Language, { expiresAt }: Terms, kind: LetterKind): Letter => {
  const reminders = reminded[kind]
  const remindedAt = reminders > 0 ? new Date().toISOString() : null
  return { uniqueId, unsubscribeId: uniqueId, language, firstName, remindedAt, reminders, expiresAt }
}

/** Those who get a letter, by what it speaks. */
const byLanguage = (whom: readonly Contact[], terms: Terms) => {
  const groups = new Map<Language, Contact[]>()
  for (const contact of whom) {
    const language = languageFor(contact, terms)
    groups.set(language, [...(groups.get(language) ?? []), contact])
  }
  return [...groups]
}

/** The letters as the job would write them: for whoever can be asked now or, where nobody can, for all who were chosen. */
const written = async (needs: Showing, given: Given, context: WriteContext): Promise<CampaignLetter[]> => {
  const { audienceList, contactId, sentence = null, kind } = given
  const chosen = await chosenOf(contactId ? [contactId] : audienceList, context)
  const terms = await termsOf(needs, given.language, context)
  const owner = await ownerOf(context.tx, context.actor.uniqueId)
  const decided = await needs.settings.of(context.scope.tenantId)
  const { asked } = await sorted(chosen, context)
  const { minutes } = await surveyOf(context.tx, terms)
  const asker = { brand: owner!.userCompanyName!, minutes, replyTo: owner!.emailAddress, sentence, tokenOf: noToken, decided }
  const groups = byLanguage(asked.length > 0 ? asked : chosen, terms)
  const letters = groups.map(async ([language, whom]) => {
    const [contact] = whom as [Contact]
    const words = invitationLetter({ invitation: letterOf(contact, language, terms, kind), ...asker })
    const letter = await needs.writeLetter(context.scope.tenantId, language, words)
    if (!letter) throw notFound()
    const { subject, html, text } = letter
    return { language, count: whom.length, contactId: contact.uniqueId, fullName: contact.fullName, subject, html, text }
  })
  return Promise.all(letters)
}

/** Shows the letters of a campaign before they go. It keeps nothing. */
export const showLetters = (needs: Showing) =>
  manualTransaction(async (given: Given, context: ManualContext) => ({
    letters: await context.write((inside) => written(needs, given, inside)),
  }))
