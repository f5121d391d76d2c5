/**
 * By tenant: the article's file, or the last part of a link | days since it was shown, or its status | sub-categories | PAID or FREE |
 * by whom | for a link its type, category and title, and what is said of it.
 */
export const articles: Readonly<Record<'main' | 'nordhaven', string>> = {
  main: `
expansion/first-market | 12 | MARKET_INSIGHT | FREE | admin
expansion/landed-cost | 33 | SERVICE_INSIGHT MARKET_INSIGHT | FREE | tenant-admin
expansion/distributor | 61 | COMPANY_INSIGHT | PAID | admin
sales/fair-follow-up | 5 | SERVICE_INSIGHT | FREE | admin
sales/price-abroad | 96 | PRODUCT_INSIGHT MARKET_INSIGHT | PAID | tenant-admin
sales/references | 140 | COMPANY_INSIGHT | FREE | admin
productivity/crm-in-an-hour | 21 | SERVICE_INSIGHT | FREE | tenant-admin
productivity/documents | 178 | PRODUCT_INSIGHT | FREE | admin
productivity/onboarding | 203 | TRAINING_SESSION COMPANY_INSIGHT | PAID | admin
sourcing/second-supplier | 47 | INDUSTRY_INSIGHT PRODUCT_INSIGHT | FREE | tenant-admin
sourcing/origin | 251 | MARKET_INSIGHT INDUSTRY_INSIGHT | PAID | admin
sourcing/supplier-visit | 289 | TRAINING_SESSION INDUSTRY_INSIGHT | FREE | tenant-admin
expansion/nordic-start | DRAFT | MARKET_INSIGHT | FREE | admin
sales/cold-chain | IN_REVIEW | INDUSTRY_INSIGHT PRODUCT_INSIGHT | PAID | admin`,
  nordhaven: `
expansion/nordic-start | 18 | MARKET_INSIGHT | FREE | tenant-admin
sales/cold-chain | 77 | INDUSTRY_INSIGHT PRODUCT_INSIGHT | PAID | admin`,
}

export const media: Readonly<Record<'main' | 'nordhaven', string>> = {
  main: `
youtube | 9 | MARKET_INSIGHT | FREE | admin | AUDIO | INTERNATIONAL_EXPANSION | Reading a market report in ten minutes | Which tables matter, which can be skipped, and how to tell a forecast from a wish. With a sheet for your own notes.
spotify | 26 | COMPANY_INSIGHT | FREE | tenant-admin | VIDEO | SALES_EFFECTIVENESS | The first call to a buyer abroad | A talk about the opening sentence, silence on the line, and why a good question beats a presentation.
youtube | 54 | PRODUCT_INSIGHT | FREE | admin | AUDIO | PRODUCTIVITY_IMPROVEMENTS | From delivery note to invoice without typing | A walk through one order, from the packing table to the books, and the three places where figures go astray.
spotify | 88 | INDUSTRY_INSIGHT | FREE | admin | VIDEO | GLOBAL_SOURCING | A buyer and a maker on long contracts | Both sides of a frame contract: what it fixes, what it leaves open, and when it should be opened again.
youtube | 119 | TRAINING_SESSION | PAID | tenant-admin | AUDIO | SALES_EFFECTIVENESS | Training: answering objections in a second language | Four exercises for two people. Short sentences, checked figures, and the calm to ask what was meant.
spotify | 160 | MARKET_INSIGHT | PAID | admin | VIDEO | INTERNATIONAL_EXPANSION | Opening an office, or only a letter box | What a presence abroad changes for tax, staff and trust, and the questions to take to an adviser.
youtube | 224 | SERVICE_INSIGHT | PAID | tenant-admin | AUDIO | PRODUCTIVITY_IMPROVEMENTS | Service abroad with a team of three | How small makers share hours, parts and travel, and what they promise in writing.
spotify | 268 | TRAINING_SESSION INDUSTRY_INSIGHT | PAID | admin | VIDEO | GLOBAL_SOURCING | Training: reading a supplier's quality record | Complaints by cause, capability, audits: what the figures say, and what they hide.
youtube | 330 | INDUSTRY_INSIGHT | FREE | admin | AUDIO | GLOBAL_SOURCING | Containers, pallets, parcels | When each is cheapest, what it does to stock, and why a half-full container is not always a waste.
youtube | DRAFT | COMPANY_INSIGHT | PAID | tenant-admin | AUDIO | SALES_EFFECTIVENESS | A year with one key account abroad | What was promised, what was delivered, and what both would do otherwise.`,
  nordhaven: `
youtube | 40 | MARKET_INSIGHT | FREE | admin | AUDIO | INTERNATIONAL_EXPANSION | Winter freight to the far north | Heated carriage, short days and long roads: how deliveries keep their dates from November to March.
spotify | 103 | TRAINING_SESSION | PAID | tenant-admin | VIDEO | SALES_EFFECTIVENESS | Training: selling by season | A plan of the year for goods that are fresh for a week, with exercises.`,
}
