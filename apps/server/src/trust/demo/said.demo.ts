import type { ReviewType } from '@tradewind/contract/trust/review.words'

/** What customers add to their stars, by how many these are: a remark a line. */
export interface Said {
  good: string
  fair: string
  poor: string
}

export const said: Readonly<Record<ReviewType, Said>> = {
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

export const thanks = `
Thank you, {name}. The team has read it out at breakfast.
Thank you! We look forward to the next order.
That means a lot to us, {name}. See you at the fair.
Thank you for taking the time.
Thanks, {name}. We will try to stay that way.`

export const apologies = `
You are right, {name}, and we are sorry. We have changed the way we plan, and will call you.
This should not have happened. Our managing director will ring you this week.
Thank you for saying so openly, {name}. We have put it right.`
