import { halfSteps, type InvitationState, MAX_STARS, type ReviewType } from '@tradewind/contract/trust/review.constants'
import { isNotNull } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { contacts } from '#crm/schema/contact.table'
import type { Tx } from '#kit/database/database'
import { dayFromToday, minutesAfter, parseTable, pseudoRandom, timeAtWork } from '#kit/record/demo'

/** Customers' remarks, by number of stars: one a line. */
interface RemarksByKind {
  good: string
  fair: string
  poor: string
}

const remarksByType: Readonly<Record<ReviewType, RemarksByKind>> = {
  Manufacturers: {
    good: `
Third order, third time exactly what was agreed.
The samples were like the goods that came later. That is rarer than it should be.
They called before we noticed that a pallet was short, and had it here two days later.
Honest about what they can’t make, and very good at what they can.
Delivery on the day that was promised, with papers that customs took without a question.
A question at four in the afternoon, an answer from the engineer before five.
Our own customers have started to ask for them by name.
Not the cheapest offer that we had, and the only one that we would take again.
The test certificates were in the box, as they should be.
We visited the works: clean, calm, and everybody knew our order.`,
    fair: `
Good product. The delivery was a week late, which they told us in time.
Quality is fine, but the price list has changed twice this year.
Packaging could be better: two cartons arrived crushed, and were replaced.
All right once the order is placed. Until the offer came we waited nine days.
Solid work; the manuals should be in our language, too.`,
    poor: `
Six weeks late, and nobody called.
One batch in three had to go back. They took it back, but our customer was gone.
The colours were not those of the sample.`,
  },
  Distributors_Dealers: {
    good: `
Ordered by three, here the next morning. Every time so far.
They know their range, and told us to take the cheaper one.
Returns are dealt with by one call, and the credit note comes the same week.
Since they have supplied us we keep half the stock.
The driver knows our yard. A small thing, and it saves an hour.
Their list of what sells in shops like ours was right.
Always somebody on the telephone who can decide.`,
    fair: `
Wide range, but some things have been out of stock since spring.
Deliveries are punctual. Invoices need a second look.
Friendly people, and a web shop from another century.
Fair prices for large orders, less so for small ones.`,
    poor: `
Half of the order came, and the other half was forgotten until we asked twice.
The warranty case took four months.
A new contact person every quarter.`,
  },
  Consultants_ServiceProviders: {
    good: `
Told us in the first hour that our plan would not work, and what would.
The fee was the one in the letter, to the cent.
Three introductions, two of which are customers now.
They read the contract as if it were their own money.
Clear mails, short calls, no slides.
Our shipment stood at the border for forty minutes. Before it had been two days.
Knows the people at the authority, and knows the rules as well.
We were sceptical about outside help. We have booked the second year.`,
    fair: `
Good advice, though we had to chase the report.
Competent, but we spoke to four different people.
Helpful with the approvals; the market figures were from last year.
Worth it in the end. The first two months brought little.`,
    poor: `
The report could have been about any company.
Deadlines passed without a word.
We paid for contacts that we had already.`,
  },
  FranchiseBrands: {
    good: `
The two weeks in which they stood beside us were worth the entry fee.
What they said about turnover in the first year was about right.
Guests know the name. From the first day on there was a queue.
When the machine broke on a Saturday, a spare one came on Saturday.
They ask us before they change anything that guests see.
The handbook is short and says what one needs.`,
    fair: `
Strong brand. The monthly reports take too much of our time.
Good training for the start, less for new staff later on.
The purchase prices are all right, but we may not look elsewhere.
The campaign in autumn worked, the one in spring did not.`,
    poor: `
The area that was promised to us was given to another partner as well.
Support ends at five, and our day does not.`,
  },
}

const thanks = `
Thank you, {name}. The team has read it out at breakfast.
Thank you! We look forward to the next order.
That means a lot to us, {name}. See you at the fair.
Thank you for taking the time.
Thanks, {name}. We will try to stay that way.`

const apologies = `
You are right, {name}, and we are sorry. We have changed the way we plan, and will call you.
This should not have happened. Our managing director will ring you this week.
Thank you for saying so openly, {name}. We have put it right.`

const DAY_MINUTES = 24 * 60
/** Days in which an invitation can be answered. */
const OPEN_DAYS = 90

/** A customer who may be invited. */
interface Customer {
  contactId: string
  firstName: string
  lastName: string
  title: string
  companyName: string
  contactRole: 'DECISION_MAKER' | 'INFLUENCER' | 'NO_INFLUENCE'
  email: string
  number: string | null
  /** Undefined if they are no longer a contact. */
  country?: string
  /** Not invited before that day. */
  dateCreated?: string
}

/** The owner of the customers, and how they are rated. */
interface RatedOwner {
  /** Seeds the pseudo-random values, so that they differ for each owner. */
  seed: string
  reviewType: ReviewType
  questions: readonly string[]
  /** The average stars of the answers. */
  level: number
  /** Remarks already used: none is repeated. */
  usedRemarks: Set<string>
}

interface Answer {
  at: string
  /** Half steps by question. */
  ratings: Record<string, number>
  stars: number
  remark: string | null
  remarkPublic: boolean
  showAsTestimonial: boolean
  ownerReply: string | null
}

export interface Asked {
  customer: Customer
  state: InvitationState
  at: string
  answer?: Answer
}

const linesOf = (text: string) => parseTable(text).map(([line]) => line!)

const pick = (text: string, ...words: readonly unknown[]) => {
  const lines = linesOf(text)
  return lines[pseudoRandom(lines.length, ...words)]!
}

/** Half steps around a level, each question a little off. */
const ratingsOf = ({ seed, level, questions }: RatedOwner, who: string) => {
  const mood = ([-2, -1, -0.5, 0, 0, 0.5, 0.5, 0.5][pseudoRandom(8, seed, who, 'mood')] ?? 0) + level
  const rated = questions.map((id, at) => {
    const stars = halfSteps(mood + (pseudoRandom(3, seed, who, at) - 1) / 2)
    return [id, Math.min(MAX_STARS, Math.max(0.5, stars)) * 2] as const
  })
  return Object.fromEntries(rated)
}

const wordsFor = ({ seed, reviewType, usedRemarks }: RatedOwner, who: string, stars: number) => {
  if (pseudoRandom(10, seed, who, 'speaks') > 5) return null
  const kind = stars >= 3.9 ? 'good' : 'fair'
  const unused = linesOf(remarksByType[reviewType][stars < 2.75 ? 'poor' : kind]).filter((line) => !usedRemarks.has(line))
  const words = unused[pseudoRandom(Math.max(1, unused.length), seed, who, 'words')] ?? null
  if (words) usedRemarks.add(words)
  return words
}

const replyTo = ({ seed }: RatedOwner, { firstName, email }: Customer, stars: number) => {
  if (pseudoRandom(3, seed, email, 'reply') > 0) return null
  return pick(stars >= 3.5 ? thanks : apologies, seed, email, 'reply').replace('{name}', firstName)
}

const answerOf = (reviewed: RatedOwner, customer: Customer, at: string): Answer => {
  const { seed } = reviewed
  const { email } = customer
  const ratings = ratingsOf(reviewed, email)
  const stars = Object.values(ratings).reduce((sum, one) => sum + one, 0) / 2 / reviewed.questions.length
  const remark = wordsFor(reviewed, email, stars)
  const remarkPublic = remark !== null && pseudoRandom(4, seed, email, 'public') > 0
  const showAsTestimonial = remarkPublic && (stars >= 3.5 || pseudoRandom(3, seed, email, 'shown') === 0)
  const ownerReply = remarkPublic ? replyTo(reviewed, customer, stars) : null
  return { at, ratings, stars, remark, remarkPublic, showAsTestimonial, ownerReply }
}

/** The state of an unanswered invitation that was sent so many days ago. */
const unanswered = (days: number, chance: number): InvitationState => {
  if (chance < 3) return 'FAILED'
  if (days > OPEN_DAYS) return 'EXPIRED'
  return chance < 6 ? 'UNCERTAIN' : 'SENT'
}

/** Invites a customer, so many days ago; more than half answer, most of them soon. */
const askOne = (reviewed: RatedOwner, customer: Customer, days: number): Asked => {
  const { seed } = reviewed
  const chance = pseudoRandom(100, seed, customer.email, 'outcome')
  const at = timeAtWork(dayFromToday(-days), seed, 'campaign')
  const wait = pseudoRandom(
    pseudoRandom(5, seed, customer.email, 'soon') > 1 ? 5 * DAY_MINUTES : 75 * DAY_MINUTES,
    seed,
    customer.email,
    'wait',
  )
  const answeredAt = minutesAfter(at, 40 + wait)
  const isAnswered = chance >= 38 && Date.parse(answeredAt) < Date.now()
  if (!isAnswered) return { customer, state: unanswered(days, chance), at }
  return { customer, state: 'ANSWERED', at, answer: answerOf(reviewed, customer, answeredAt) }
}

/**
 * Campaigns so many days ago: each invites the contacts who were known then and have not been invited before. A few contacts are left, who
 * can be invited today.
 */
export const buildCampaigns = (reviewed: RatedOwner, all: readonly Customer[], campaigns: readonly number[]): Asked[][] => {
  const shuffled = all.toSorted(
    (one, other) => pseudoRandom(1e9, reviewed.seed, one.email) - pseudoRandom(1e9, reviewed.seed, other.email),
  )
  const remaining = new Set(shuffled)
  return campaigns.map((days, at) => {
    const begins = timeAtWork(dayFromToday(-days), reviewed.seed, 'campaign')
    const known = [...remaining].filter(({ dateCreated = '' }) => dateCreated < begins)
    const share = known.some(({ dateCreated }) => dateCreated) ? 0.85 : 1 / (campaigns.length - at)
    const invitees = known.slice(0, Math.ceil(known.length * share))
    for (const one of invitees) remaining.delete(one)
    return invitees.map((customer) => askOne(reviewed, customer, days))
  })
}

/**
 * Companies that can be reviewed. Nobody signs in as their users.
 * Brand | its country | person | address | plan: B, A, P or X for business | P partner, F found, R a remark is reported | type: M, D, C or F | average stars | number of invited customers
 * and below it the company's description, a paragraph a line.
 */
export const brands = `
Adriatica Olive Mills | HR | Ivana Perković | ivana@adriatica-mills.example | P | PF | M | 4.5 | 52
We press olives within six hours of the harvest, on two lines near Šibenik, and bottle for shops and kitchens in eleven countries.
Samples go out within a week, with the analysis of the batch that they were taken from.

Fjordlys Seafood | NO | Sigrid Nesbø | sigrid@fjordlys.example | X | PFR | M | 4.2 | 60
Smoked salmon and arctic char from three farms north of Bodø, cut and packed to order.
Pallets leave Tromsø on Tuesdays and Fridays. Every box carries the farm, the pen and the day.

Keller & Brandt Werkzeuge | DE | Matthias Keller | m.keller@keller-brandt.example | P | PF | M | 4.3 | 44
Cutting tools for hardened steel since 1962. Our forty people in Remscheid grind special shapes from one piece upwards.
Drawings come back with a price in two working days.

Hollandse Kas Systemen | NL | Joost Verbruggen | joost@kas-systemen.example | A | PFR | M | 3.7 | 38
Greenhouses from 500 square metres to ten hectares: frame, glass, climate and commissioning from one hand.

Atelier Roussillon | FR | Clémence Vidal | clemence@atelier-roussillon.example | P | PF | M | 4.6 | 31
Linen and hemp fabrics, woven in the Vaucluse and dyed with ochres from the next village. Minimum order: one bolt.

Cerámica Azul de Onda | ES | Amparo Ribes | amparo@ceramica-azul.example | A | F | M | 3.4 | 29
Wall tiles, glazed by hand, in 48 colours that we keep for at least ten years.

Baltic Freight Partners | PL | Marek Zieliński | marek@baltic-freight.example | P | PF | C | 4.1 | 47
Road, sea and customs between the Baltic and the Black Sea. One contact for each shipment, day and night.

Lindgren Export Counsel | SE | Elin Lindgren | elin@lindgren-counsel.example | X | PF | C | 4.7 | 36
Contracts, approvals and payment terms for manufacturers who sell abroad for the first time. Fixed fees, named in advance.

Porto Market Entry | PT | Tiago Moreira | tiago@porto-entry.example | A | PF | C | 3.9 | 33
We find the first ten customers in Portugal and Brazil, and stay until the reorders come without us.

Donau Handelshaus | AT | Stefan Gruber | s.gruber@donau-handelshaus.example | P | PF | D | 4.0 | 55
Hand tools and fittings for 1,400 retailers in Austria, Hungary and Slovenia. Orders until three leave the same day.

Celtic Fine Foods | IE | Orla Brennan | orla@celtic-foods.example | P | PF | D | 4.4 | 41
We bring small producers to delicatessens in Ireland and Britain, and tell each of them what is said at the counter.

Helvetia Instruments Trading | CH | Reto Ammann | reto@helvetia-trading.example | X | PF | D | 3.8 | 27
Measuring instruments for laboratories and water works, with a calibration bench of our own in Winterthur.

Caffè Bellandi | IT | Giulia Bellandi | giulia@bellandi.example | X | PF | F | 4.2 | 39
Forty-one bars between Turin and Vienna, each run by its owner. We roast, train and stand behind the bar for the first two weeks.

Bright Steps Language Schools | GB | Harriet Colling | harriet@bright-steps.example | P | PF | F | 3.6 | 34
Evening courses for people in work. Partners get the method, the books and a teacher who trains theirs.

Oslo Bike Garage | NO | Mads Haugen | mads@bike-garage.example | A | F | F | 4.3 | 18
Workshops for bicycles that people ride to work. Five partners so far, and one fixed monthly fee.

Tatra Springs | SK | Zuzana Kováčová | zuzana@tatra-springs.example | B | F | M | 4.0 | 0
Mineral water from a source at 900 metres, in glass.`

/** The companies of users who can sign in to an evaluation: address | flags | type | stars | customers invited in addition to the own contacts. */
export const members = `
pro@tradewind.test | PF | M | 4.3 | 0
Valves for water, steam and chemicals from Lumezzane, made by the family since 1954. Each is tested at one and a half times its pressure, and leaves with its certificate.
Spare parts for everything that we have built since 1980 are in stock.

pro@nordhaven.test | PF | M | 4.4 | 22
Chairs and tables of oiled oak, made in a workshop of nine near Horsens. We repair what we have made, for as long as we are here.`

/** Buyers who are invited. The last three companies are contacts of the staff as well, who have met them. Company | domain | name, title | the next one … */
const customers = `
Bergmann Haustechnik | bergmann-haustechnik | Sabine Bergmann, Owner | Uwe Kranz, Head of Purchasing
Nordstern Kontor | nordstern-kontor | Henrik Paulsen, Buyer | Gesa Thomsen, Managing Director
Alpenhof Hotels | alpenhof-hotels | Theresa Lechner, Procurement Manager | Markus Egger, Head Chef
Quartier Vert | quartier-vert | Nathalie Perrin, Director | Julien Masson, Buyer
Maison Delacroix | maison-delacroix | Étienne Delacroix, Owner | Camille Roche, Buyer
Les Halles de Nantes | halles-nantes | Pascal Guérin, Category Manager | Amélie Tanguy, Quality Manager
Brouwer Techniek | brouwer-techniek | Wim Brouwer, Director | Lotte Jansen, Planner
Zuiderhaven | zuiderhaven | Sander de Boer, Logistics Manager | Inge Mulder, Buyer
Fratelli Ricci | fratelli-ricci | Paolo Ricci, Partner | Marta Colombo, Buyer
Officine Tevere | officine-tevere | Fabio Santoro, Plant Manager | Elisa Greco, Engineer
Bottega Nuova | bottega-nuova | Silvia Moretti, Owner | Andrea Villa, Store Manager
Talleres Ebro | talleres-ebro | Javier Navarro, Director | Lucía Serrano, Buyer
Mercado del Puerto | mercado-puerto | Carmen Ortega, Category Manager | Diego Molina, Buyer
Casa Figueira | casa-figueira | Rita Figueira, Owner | Nuno Tavares, Buyer
Harbour & Hill | harbour-hill | Charlotte Webb, Managing Director | Oliver Grant, Buyer
Pennant Engineering | pennant-engineering | Rhys Morgan, Chief Engineer | Emma Lloyd, Procurement Officer
The Corner Larder | corner-larder | Grace Hughes, Owner | Tom Barrett, Manager
Dunmore Supplies | dunmore-supplies | Aisling Kelly, Director | Conor Walsh, Buyer
Vesterbro Handel | vesterbro-handel | Katrine Møller, Buyer | Søren Lund, Director
Sundsvall Industri | sundsvall-industri | Erik Hedlund, Plant Manager | Maria Wikström, Purchaser
Fjellheim | fjellheim | Ingvild Bakke, Manager | Ola Strand, Chef
Saimaa Trading | saimaa-trading | Mikko Laine, Managing Director | Sanna Heikkinen, Buyer
Wisła Hurt | wisla-hurt | Agnieszka Nowak, Category Manager | Piotr Kowalczyk, Director
Praha Import | praha-import | Tomáš Dvořák, Owner | Jana Procházková, Buyer
Duna Kereskedelem | duna-kereskedelem | Gábor Szabó, Director | Eszter Tóth, Buyer
Zagreb Opskrba | zagreb-opskrba | Marko Horvat, Managing Director | Ana Babić, Buyer
Limmat Labor | limmat-labor | Daniel Frei, Laboratory Manager | Nicole Baumann, Buyer
Attika Emporiki | attika-emporiki | Nikos Georgiou, Director | Eleni Papadaki, Buyer
Bosporus Ticaret | bosporus-ticaret | Emre Demir, Owner | Selin Kaya, Buyer
Cardinal Supply | cardinal-supply | Megan Foster, Procurement Manager | Ryan Hayes, Vice President
Lausitz Solartechnik | lausitz-solar | Heiko Lehmann, Chairman | Juliane Noack, Project Engineer
Molini Ferraro | molini-ferraro | Umberto Ferraro, President | Chiara Ferraro, Head of Export
Fromageries Réunies de l'Aubrac | fromageries-aubrac | Bernadette Calmels, General Manager | Antoine Laurens, Export Manager`

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøß]/g, (letter) => ({ ł: 'l', ø: 'o' })[letter] ?? 'ss')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

const roles = ['DECISION_MAKER', 'INFLUENCER'] as const

const pool = parseTable(customers).flatMap(([companyName, domain, ...people]) =>
  people.map((person, at) => {
    const [fullName, title] = person.split(', ')
    const [firstName, ...rest] = fullName!.split(' ')
    const lastName = rest.join(' ')
    const email = `${plain(firstName!)}.${plain(lastName)}@${domain}.example`
    const fields = { firstName: firstName!, lastName, title: title!, companyName: companyName! }
    return { ...fields, email, contactRole: roles[at]!, number: null }
  }),
)

/** So many customers of an owner who no longer has any of them as a contact. */
export const drawCustomers = (seed: string, many: number): Customer[] =>
  pool
    .toSorted((one, other) => pseudoRandom(1e9, seed, one.email) - pseudoRandom(1e9, seed, other.email))
    .slice(0, many)
    .map((one) => ({ ...one, contactId: randomUUID() }))

/** The contacts with an address in the partition of the transaction. */
export const ownContacts = async (tx: Tx): Promise<Customer[]> => {
  const found = await tx.select().from(contacts).where(isNotNull(contacts.email))
  return found.map(({ uniqueId: contactId, email, ...rest }) => ({ ...rest, contactId, email: email! }))
}
