import type { meetingTypes } from '@tradewind/contract/crm/meetingReport.fields'
import type { Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { DAY_MS } from '#kit/days'
import { addDemoRecords, type Author, dayFromToday, parseTable, pseudoRandom, timeAtWork, logDemoActions } from '#kit/record/demo'
import type { companies } from '../schema/company.table.ts'
import type { contacts } from '../schema/contact.table.ts'
import { attendees, meetingReportEntity } from '../schema/meetingReport.table.ts'

type Company = Pick<typeof companies.$inferSelect, 'uniqueId' | 'legalName' | 'country'>
type Contact = Pick<typeof contacts.$inferSelect, 'uniqueId'>

const types: Readonly<Record<string, (typeof meetingTypes)[number]>> = {
  call: 'CALL',
  web: 'WEB_MEETING',
  visit: 'FACE_TO_FACE_MEETING',
  fair: 'VISIT_AT_FAIR',
}

/** By partition: the company's domain | the day relative to today | the meeting type | the author | which of its contacts attended */
const texts: Readonly<Record<string, string>> = {
  main: `
bergwald-praezision | -342 | fair | level3 | 12
bergwald-praezision | -251 | call | level3 | 1
bergwald-praezision | -118 | web | level3 | 13
bergwald-praezision | -23 | visit | level3 | 1234
bergwald-praezision | 8 | web | level3 | 12
hanse-getriebe | -330 | visit | admin | 12
hanse-getriebe | -204 | call | level3 | 2
hanse-getriebe | -61 | web | level3 | 23
voks-keramik | -298 | fair | tenant-admin | 123
rheintal-beratung | -240 | call | admin | 1
rheintal-beratung | -52 | web | admin | 12
lausitz-solar | -275 | web | tenant-admin | 12
lausitz-solar | -133 | visit | level3 | 12
lausitz-solar | -12 | call | level3 | 1
lausitz-solar | 3 | call | level3 | 2
nvme-verband | -318 | fair | tenant-admin | 12
nvme-verband | -84 | web | tenant-admin | 1
om-valsassina | -336 | fair | level3 | 12
om-valsassina | -226 | web | admin | 13
om-valsassina | -141 | call | level3 | 2
om-valsassina | -34 | visit | level3 | 123
molini-ferraro | -302 | fair | level3 | 12
molini-ferraro | -169 | call | level3 | 2
molini-ferraro | -47 | web | level3 | 23
molini-ferraro | 13 | visit | level3 | 1234
adriatica-impianti | -214 | web | admin | 12
adriatica-impianti | -75 | call | level3 | 2
bianchi-conti | -262 | call | tenant-admin | 1
dla-liguria | -289 | visit | admin | 12
dla-liguria | -101 | fair | level3 | 124
dla-liguria | -6 | call | level3 | 2
ateliers-jura | -232 | fair | admin | 12
fromageries-aubrac | -310 | fair | tenant-admin | 12
fromageries-aubrac | -151 | call | admin | 2
fromageries-aubrac | -28 | web | admin | 23
bretagne-ostrea | -125 | visit | admin | 12
ceramicas-levante | -244 | visit | tenant-admin | 12
ceramicas-levante | -70 | call | admin | 2
frutas-segura | -325 | fair | admin | 123
frutas-segura | -198 | web | admin | 12
frutas-segura | -17 | call | admin | 2
frutas-segura | 5 | call | admin | 2
aea-aceite | -282 | web | tenant-admin | 12
aea-aceite | -58 | visit | admin | 12
in-cantabrica | -160 | fair | tenant-admin | 12
vanhoutven-koel | -219 | web | admin | 12
slaskie-automatyka | -208 | fair | tenant-admin | 12
slaskie-automatyka | -38 | call | admin | 2
baltyckie-przetwory | -112 | web | admin | 12
horak-odlitky | -190 | fair | admin | 12
alpenquell | -129 | web | admin | 12
donau-anlagenbau | -164 | fair | tenant-admin | 12
donau-anlagenbau | -44 | call | admin | 1
helvetia-messgeraete | -246 | fair | admin | 12
helvetia-messgeraete | -66 | web | admin | 12
choco-leman | -139 | visit | admin | 12
gbg-marinmotor | -212 | fair | tenant-admin | 12
gbg-marinmotor | -79 | call | admin | 1
jylland-vind | -260 | fair | tenant-admin | 123
jylland-vind | -31 | web | tenant-admin | 12
jylland-vind | 16 | fair | tenant-admin | 12
nordlys-sjomat | -107 | web | admin | 12
baltic-timber-homes | -172 | visit | admin | 1
vilnius-lazeriai | -136 | web | admin | 12
quinta-encoberto | -295 | fair | admin | 12
quinta-encoberto | -54 | call | admin | 1
moldes-mg | -200 | fair | tenant-admin | 12
pennine-textile | -122 | fair | admin | 12
caledonian-subsea | -234 | web | tenant-admin | 12
caledonian-subsea | -19 | visit | tenant-admin | 123
maple-ridge-grain | -104 | call | admin | 1
great-lakes-castings | -195 | web | admin | 12
great-lakes-castings | -41 | call | admin | 2
sonora-imports | -157 | call | tenant-admin | 1
kobe-marine | -229 | visit | tenant-admin | 12
yokohama-trading | -81 | web | tenant-admin | 12
hanbit-battery | -98 | web | tenant-admin | 12
desert-rose | -115 | fair | tenant-admin | 12
desert-rose | 10 | web | tenant-admin | 12
bluegum-wineries | -50 | web | admin | 12`,
  nordhaven: `
lofoten-klippfisk | -305 | fair | tenant-admin | 12
lofoten-klippfisk | -120 | call | admin | 2
hamnen-lastteknik | -270 | visit | tenant-admin | 12
hamnen-lastteknik | -64 | web | admin | 23
skagen-rogeri | -225 | fair | admin | 12
skagen-rogeri | -21 | call | admin | 1
porvoon-saha | -250 | web | admin | 12
porvoon-saha | 6 | call | admin | 2
reykjanes-geo | -181 | web | tenant-admin | 12
liepajas-metals | -150 | visit | tenant-admin | 123
liepajas-metals | -35 | call | admin | 2
tartu-mooteriistad | -128 | web | admin | 12
klaipedos-ekspedicija | -90 | call | admin | 1
faeroe-laks | -73 | fair | tenant-admin | 12
faeroe-laks | 12 | web | tenant-admin | 1
bornholm-glas | -9 | call | admin | 1`,
  'pro@tradewind.test': `
hydraulik-sued | -288 | fair | pro | 12
hydraulik-sued | -43 | call | pro | 2
vr-iberica | -210 | visit | pro | 12
rg-nord | -154 | web | pro | 2
aquaflow-utilities | -88 | web | pro | 12
wwt-ausruestung | -15 | call | pro | 1
vr-iberica | 9 | visit | pro | 12`,
  'business@tradewind.test': `
kyoto-carpentry | -196 | visit | business | 12
nordic-house-builders | -110 | web | business | 12
holzbau-zentrum | -26 | fair | business | 2`,
  'basic@tradewind.test': `
bodegas-altamira | -145 | fair | basic | 12
vinhos-rolhas | -33 | call | basic | 1`,
  'advance@tradewind.test': `
galway-trawlers | -116 | visit | advance | 12
vestfjord-instrument | -29 | web | advance | 1`,
  'pro@nordhaven.test': `
moebelhaus-foerde | -86 | fair | pro | 12
bergen-interior | -14 | call | pro | 1`,
}

/** The day of the first meeting with each company of a partition, relative to today: the company must be entered before it. */
export const firstMeetings = (partition: string) => {
  const rowsByDomain = Map.groupBy(parseTable(texts[partition]), ([domain]) => domain!)
  return new Map([...rowsByDomain].map(([domain, rows]) => [domain, Math.min(...rows.map(([, day]) => Number(day)))]))
}

interface ReportRefs {
  companies: ReadonlyMap<string, Company>
  contacts: ReadonlyMap<string, readonly Contact[]>
  people: ReadonlyMap<string, Author>
}

/** When a report was written: the same day, or the next if that is not a weekend; for a future meeting, some days ago. */
const writtenOn = (day: number, domain: string) => {
  if (day >= 0) return dayFromToday(-2 - pseudoRandom(9, domain, day))
  const [date, next] = [dayFromToday(day), dayFromToday(day + 1)]
  return Date.parse(next) - Date.parse(date) === DAY_MS && pseudoRandom(2, domain, day, 'next') > 0 ? next : date
}

/** Adds a partition's reports and attendees, and returns them by the company's domain and the day: 'molini-ferraro -47'. */
export const addReports = async (tx: Tx, partition: string, { companies: companyMap, contacts: guests, people }: ReportRefs) => {
  const rows = parseTable(texts[partition]).map(([domain, day, type, by, who]) => {
    const { uniqueId: companyId, legalName: companyName, country } = companyMap.get(domain!)!
    const date = dayFromToday(Number(day))
    return {
      key: `${domain} ${day}`,
      contactIds: who!.split('').map((digit) => guests.get(domain!)![Number(digit) - 1]!.uniqueId),
      fields: { date, companyId, companyName, country, eventType: types[type!]! },
      by: people.get(by!)!,
      at: timeAtWork(writtenOn(Number(day), domain!), domain, day),
    }
  })
  const added = await addDemoRecords(tx, meetingReportEntity, rows)
  const attended = rows.flatMap(({ contactIds }, at) =>
    contactIds.map((contactId) => ({ meetingReportId: added[at]!.uniqueId, contactId })),
  )
  await insertMany(tx, attendees, attended)
  const actions = rows.map(({ contactIds, by, at }, index) => ({ row: added[index]!, by, at, on: contactIds }))
  await logDemoActions(tx, meetingReportEntity, 'CREATED', actions)
  return new Map(rows.map(({ key, by }, at) => [key, { ...added[at]!, by }]))
}
