import { phrase } from '../kit/phrase.ts'
import { type AssessmentCategory, assessmentCategoryKey, type Band, bandOf } from './assessment.constants.ts'
type Texts = Readonly<Record<Band | 'why', string>>

/** Why each area matters, and the advice for a score in it. */
// oxfmt-ignore
export const feedbackTexts: Readonly<Record<AssessmentCategory, Texts>> = {
  LEADERSHIP: {
    why: phrase('Going abroad takes money and patience for two years or more before it pays. Only the people at the top can promise both, and keep the promise when the home market gets busy.'),
    STRONG: phrase('Your leadership stands behind the plan, with a name, a budget and time. Review the progress every quarter against the goals you set, so that this backing outlasts the first setback.'),
    INSUFFICIENT: phrase('The will is there, but not all of what it needs. Name one person who answers for the new market, give it a budget of its own for two years, and write down what would make you stop.'),
    NOT_READY: phrase("You're not ready yet: without a decision at the top, every step abroad will lose against daily business. Bring the leadership together for half a day and decide why you want to go, who leads it, and what it may cost."),
  },
  OPPORTUNITY: {
    why: phrase('The right market is seldom the one that happened to send the first order. Comparing a few by demand, rivals, rules and reach saves more than any later effort can win back.'),
    STRONG: phrase("You know why you go where you go, and can show it in figures. Keep the comparison alive: review your progress and the market's figures once a year, and have the next market ready before you need it."),
    INSUFFICIENT: phrase('You have an idea of the market, but part of it is still a guess. Put three countries side by side: who buys, at what price, from whom today, and what the law asks. Then talk to five buyers before you decide.'),
    NOT_READY: phrase("You're not ready yet: a market that nobody has looked at closely is a bet. Begin with desk research on three countries, with import figures, prices and rules, and leave out each one for which you find no buyer."),
  },
  CAPABILITY: {
    why: phrase('A new market asks more of people, production and cash than the home market does: longer payment terms, other languages, other papers. Those who know their limits promise only what they can keep.'),
    STRONG: phrase('You have the people, the output and the cash that a second market needs. Review your progress as orders grow: check once a quarter whether deliveries, payments and answers to customers still come on time.'),
    INSUFFICIENT: phrase('Some of what you need is there, and a large order would show the rest. Work out what one big customer abroad would take in hours, stock and cash, and close the widest gap first: a language, a certificate or a credit line.'),
    NOT_READY: phrase("You're not ready yet: an order from abroad would strain the company more than it would earn. Free one person's time, settle how you finance 90 days of waiting for payment, and test your product against the rules of one country."),
  },
  ASSETS: {
    why: phrase('Buyers abroad meet your website, your price list and your references before they meet you. What they cannot read, compare or trust, they do not order.'),
    STRONG: phrase("Your material speaks the buyer's language, with prices, proofs and references. Review your progress twice a year: ask three buyers what they missed, and renew what has grown old."),
    INSUFFICIENT: phrase('You have material, but a stranger would still have questions. Bring one product line to the standard of the target market: a page in its language, prices with delivery terms, two references, and the certificates as files.'),
    NOT_READY: phrase("You're not ready yet: a buyer who looks you up finds too little to answer. Begin with three pieces in the market's language: one page that says what you do better, one sheet with prices and terms, one customer who vouches for you."),
  },
  DEVELOPMENT: {
    why: phrase('Orders come from conversations: with importers, agents, customers, at fairs and by mail. Without a steady way to find, follow up and keep partners, even a good product stays at home.'),
    STRONG: phrase('You find partners on purpose and stay in touch with them. Review your progress every month: how many talks became offers, how many offers became orders, and which partner has gone quiet.'),
    INSUFFICIENT: phrase('There are contacts, but it is chance who hears from you next. Write down what the right partner looks like, list twenty, and give each a next step with a date. Half an hour a week keeps the list moving.'),
    NOT_READY: phrase("You're not ready yet: there is no way yet by which a stranger abroad becomes a customer. Choose one channel, an agent, an importer or direct sales, visit one fair as a guest, and come back with ten names to call."),
  },
  SYSTEMS: {
    why: phrase('Abroad, nobody stands beside the shelf to mend a mistake. Orders, papers, payments and knowledge of customers must run the same way each time, whoever is on holiday.'),
    STRONG: phrase('Your way of working holds without depending on one head. Review your progress with every new country: note what went wrong with the first ten deliveries, and change the process, not only the case.'),
    INSUFFICIENT: phrase('Much runs well because somebody remembers it. Write down how an export order goes, from the offer to the payment, on two pages, and keep customers, talks and papers in one place that all who sell can open.'),
    NOT_READY: phrase("You're not ready yet: what lives in single inboxes and heads breaks with the first order in another language. Begin with three lists that everyone keeps: who the customers are, what was promised, and what is due when."),
  },
}

const unknownCategory = phrase('Invalid category')
const outOfRange = phrase('Score out of range')

const textsOf = (category: string) => {
  const key = assessmentCategoryKey(category)
  return key && feedbackTexts[key]
}

/** Why an area matters, in English. */
export const whyItMatters = (category: string) => textsOf(category)?.why ?? unknownCategory

/** The advice for an average in an area, in English. */
export const feedbackFor = (category: string, average: number) => {
  const texts = textsOf(category)
  if (!texts) return unknownCategory
  const band = bandOf(average)
  return band ? texts[band] : outOfRange
}

/** The texts about each area, in English: why it matters, and the advice for its score. */
export const feedbackCardsOf = (averages: readonly { category: string; average: number }[]) =>
  averages.map(({ category, average }) => ({
    category,
    average,
    why: whyItMatters(category),
    standing: feedbackFor(category, average),
  }))
export type ResultCard = ReturnType<typeof feedbackCardsOf>[number]
