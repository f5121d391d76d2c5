import { east, germany, italy } from '../../../apps/server/src/crm/demo/europe.demo.ts'
import { overseas, west } from '../../../apps/server/src/crm/demo/west.demo.ts'

const words = (text: string) => text.split('|')

export const firstNames = words(
  'Amélie|André|Åsa|Bálint|Beatriz|Björn|Božena|Célia|Dagmar|Đorđe|Elżbieta|Emre|Fiona|François|Gábor|Giulia|Günther|Håkon|Ignác|Inês|Ioana|Jörg|José|Jürgen|Kateřina|Kıvanç|Lærke|Leonie|Łukasz|Lucía|Mário|Małgorzata|Niamh|Noémie|Nuño|Oğuz|Ondřej|Paweł|Raphaël|Renée|Saoirse|Søren|Şebnem|Siobhán|Tomáš|Túlio|Ümit|Véronique|Vojtěch|Yūko|Zoë|Žaneta',
)
export const titles = words(
  'Managing Director|Head of Purchasing|Sales Manager|Owner|Plant Manager|Export Manager|Chief Engineer|Buyer|Quality Manager|Project Leader|Head of Logistics|Assistant to the Board|Controller|Geschäftsführerin|Directeur des achats',
)

/** The sentences of the demo's summaries, from which others are made. */
export const sentences = [germany, italy, west, east, overseas]
  .flatMap((text) => text.trim().split(/\n\s*\n/))
  .flatMap((block) =>
    block
      .split('\n')
      .slice(1)
      .join(' ')
      .split(/(?<=[.!?])\s+|\s[-+] /),
  )
  .map((sentence) => sentence.replace(/^[-+] |\*/g, '').trim())
  .filter((sentence) => sentence.length > 30)

export const activityWords = words('Send|Check|Translate|Prepare|Ask for|Compare|Return|Discuss|Order|Confirm')
export const things = words(
  'the price list|samples of the new series|the contract with the agent|a visit in spring|the customs papers|two references|the data sheets|freight rates to Ōsaka|the offer for 12,000 pieces|the minutes of the meeting|a stand at the fair|the certificate of origin',
)
export const projectWords = words(
  'Market entry|Supplier search|Fair visit|Distribution|Joint tender|Service partners|Price survey|Licence talks',
)
export const eventWords = words(
  'Fair for Machine Tools|Buyers’ Evening|Customs Seminar|Salon de l’industrie|Feria del Agua|Export Breakfast|Round Table on Energy|Messe für Möbel',
)
