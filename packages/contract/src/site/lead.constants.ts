import { phrase } from '../kit/phrase.ts'

/** The sources of leads. */
export const leadSourceNames = {
  ASSESSMENT: phrase('Self-assessment'),
  ENQUIRY: phrase('Enquiry'),
  PLAN: phrase('Plan request'),
  PARTNER: phrase('Partner contact'),
} as const
export type LeadSource = keyof typeof leadSourceNames
export const leadSources = Object.keys(leadSourceNames) as [LeadSource, ...LeadSource[]]

/** The services that can be requested, in two groups. */
export const businessServices = [
  ['MARKET_RESEARCH', phrase('Market research and selection')],
  ['PARTNER_SEARCH', phrase('Search for distributors and partners')],
  ['MEETING_PROGRAMME', phrase('Meetings with buyers and partners')],
  ['FAIR_REPRESENTATION', phrase('Representation at fairs')],
  ['SALES_REPRESENTATION', phrase('Sales representation in the market')],
  ['COMPANY_FORMATION', phrase('Setting up a company or branch')],
  ['GLOBAL_SOURCING', phrase('Sourcing and supplier search')],
] as const
export const capabilityServices = [
  ['EXPORT_STRATEGY', phrase('Export strategy and plan')],
  ['EXPORT_READINESS', phrase('Export readiness audit')],
  ['PRICING_AND_TERMS', phrase('Prices, terms and contracts')],
  ['SALES_TRAINING', phrase('Sales training across cultures')],
  ['DIGITAL_MARKETING', phrase('Digital marketing abroad')],
  ['LOGISTICS_AND_CUSTOMS', phrase('Logistics, customs and compliance')],
  ['SYSTEMS_AND_CRM', phrase('Systems and processes for sales')],
  ['FUNDING_AND_GRANTS', phrase('Funding, grants and export insurance')],
] as const
export type ServiceKey = (typeof businessServices)[number][0] | (typeof capabilityServices)[number][0]
export const serviceNames = Object.fromEntries([...businessServices, ...capabilityServices]) as Readonly<
  Record<ServiceKey, string>
>
export const serviceKeys = Object.keys(serviceNames) as [ServiceKey, ...ServiceKey[]]

/** The delivery period. */
export const deliveryPeriods = {
  IMMEDIATE: phrase('Immediate'),
  WITHIN_3_MONTHS: phrase('Within the next 3 months'),
  WITHIN_6_MONTHS: phrase('Within 3-6 months'),
  AFTER_6_MONTHS: phrase('After 6 months'),
} as const
export type DeliveryPeriod = keyof typeof deliveryPeriods
export const deliveryPeriodKeys = Object.keys(deliveryPeriods) as [DeliveryPeriod, ...DeliveryPeriod[]]

/** The markets that companies request most, by ISO code: the shorter list. */
export const targetMarkets = [
  'AU', 'AT', 'BE', 'BR', 'CA', 'CL', 'CN', 'CO', 'CZ', 'DK', 'EG', 'FI', 'FR', 'DE', 'GH', 'IN', 'ID', 'IE', 'IT', 'JP', 'KE', 'MY', 'MX', 'MA', 'NL', 'NZ', 'NG', 'NO', 'PE', 'PH', 'PL', 'PT', 'QA', 'RO', 'SA', 'SG', 'ZA', 'KR', 'ES', 'SE', 'CH', 'TH', 'TR', 'AE', 'GB', 'US', 'VN',
] as const // oxfmt-ignore
