import { type DeliveryPeriod, type ServiceKey, serviceKeys } from '@tradewind/contract/site/lead.words'
import { phrase } from '#kit/text'
import { blankIn } from '#site/enquiry/blank'

/** What is searched for: the enquiry's first step. */
export interface Wanted {
  services: ServiceKey[]
  country: string
  deliveryPeriod: DeliveryPeriod
}

/** Each service has a field of its own. */
export const fieldOf = (service: ServiceKey) => `service:${service}`

/** What was chosen in the first step's fields. */
export const wantedIn = (typed: Readonly<Record<string, string>>): Wanted => ({
  services: serviceKeys.filter((key) => typed[fieldOf(key)]),
  country: typed['country'] ?? '',
  deliveryPeriod: (typed['deliveryPeriod'] ?? '') as DeliveryPeriod,
})

/** What is to be said of each part of it that is missing. */
export const missingIn = ({ services, ...chosen }: Wanted) =>
  blankIn(
    { ...chosen, services: services.join() },
    {
      services: phrase('Choose at least one service'),
      country: phrase('Choose a country'),
      deliveryPeriod: phrase('Choose a delivery period'),
    },
  )
