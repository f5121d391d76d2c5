import type { Tx } from '#kit/database/database'
import { updateMany } from '#kit/database/insert'
import {
  addDemoRecords,
  type Author,
  dayFromToday,
  logDemoActions,
  minutesAfter,
  parseTable,
  pseudoRandom,
  timeAtWork,
} from '#kit/record/demo'
import { nextSteps, nextStepsEntity } from '../schema/nextSteps.table.ts'
import type { summaries } from '../schema/summary.table.ts'

type Summary = Pick<typeof summaries.$inferSelect, 'uniqueId' | 'companyId' | 'companyName' | 'country'> & {
  at: string
  by: Author
}

/** By partition: the report | due day relative to today | assignee | task | `done`, if closed */
const texts: Readonly<Record<string, string>> = {
  main: `
bergwald-praezision -342 | -330 | level1 | Have the machine list translated into English | done
bergwald-praezision -251 | -225 | level3 | Send the screening of Switzerland, Austria and the Czech Republic | done
bergwald-praezision -118 | -95 | level3 | Ask Ms Haug for the certificate ISO 13485 | done
bergwald-praezision -23 | -9 | level3 | Price list with steps at 5,000, 10,000 and 25,000 pieces
bergwald-praezision -23 | 2 | level1 | Clear preferential origin of the titanium bars with customs
bergwald-praezision -23 | 9 | admin | Compare insurers for liability of medical parts
hanse-getriebe -330 | -315 | level3 | Five names of service partners in Scandinavia | done
hanse-getriebe -204 | -190 | level3 | Answer to Göteborg on exclusivity | done
hanse-getriebe -61 | -48 | level2 | Check the conditions of the city's export programme | done
hanse-getriebe -61 | -4 | level3 | Arrange a meeting of Ms Lührs and Mr Sandell in person
voks-keramik -298 | -280 | tenant-admin | List of hotel suppliers in the Gulf and in Portugal | done
rheintal-beratung -52 | 12 | admin | Date and speakers for the breakfast in Cologne
lausitz-solar -275 | -255 | admin | Talk to two banks about a bond for Poland | done
lausitz-solar -133 | -110 | level3 | Ask Śląskie Centrum Automatyki about controllers | done
lausitz-solar -12 | 1 | level3 | Comments on the licence draft to Ms Noack
lausitz-solar -12 | 21 | level3 | Take part in the members' meeting in Cottbus
nvme-verband -318 | -290 | level1 | First article for the members' letter | done
nvme-verband -84 | -2 | level1 | Names of speakers on customs and origin to Mr Oltmanns
om-valsassina -336 | -310 | level3 | Quotations of two laboratories for UL | done
om-valsassina -226 | -205 | level2 | Send drawings of the feeding side to Michigan | done
om-valsassina -141 | -130 | level3 | Credit check of the customer in Michigan | done
om-valsassina -34 | -7 | level2 | Find three service technicians near Detroit
om-valsassina -34 | 4 | level3 | Comparison of the logistics offers, with insurance
om-valsassina -34 | 18 | tenant-admin | Recommend a lawyer for terms of sale in Michigan
molini-ferraro -302 | -285 | level3 | Samples of six flours to the test bakery in Zaragoza | done
molini-ferraro -169 | -150 | level3 | Calculate full lorries every two weeks with Ms Bonino | done
molini-ferraro -47 | -30 | level2 | Have the Spanish labels checked in Murcia | done
molini-ferraro -47 | 6 | level3 | Programme for the visit of the Spanish buyers in Bra
adriatica-impianti -214 | -190 | admin | Ask two references by telephone | done
adriatica-impianti -75 | -15 | level2 | Check the fabricator in Saskatchewan
bianchi-conti -262 | -240 | level3 | Introduce Mr Conti to two German machine makers | done
dla-liguria -289 | -262 | admin | Offers for tinned fish to Mr Canepa | done
dla-liguria -101 | -80 | level3 | Forward the wish list to Cantabria and Ustka | done
dla-liguria -6 | 0 | level3 | Ask Ms Torres for a firm price over six months
dla-liguria -6 | 7 | level1 | Check the Italian labels with the printer
ateliers-jura -232 | -215 | admin | Two introductions to watch suppliers in Biel | done
fromageries-aubrac -310 | -292 | level1 | Confirm two importers for the tasting in Madrid | done
fromageries-aubrac -151 | -140 | admin | Credit check of the importer in Madrid | done
fromageries-aubrac -28 | 3 | level2 | Importers in Bilbao and Oviedo for Mr Laurens
bretagne-ostrea -125 | -100 | level2 | Ten restaurants in Milan and Turin that buy in summer | done
ceramicas-levante -244 | -220 | level1 | List of architects in Hamburg and Munich | done
ceramicas-levante -70 | -11 | level3 | Have the environmental declaration translated into German
frutas-segura -325 | -300 | admin | Contact the buyers of four chains in Poland | done
frutas-segura -17 | -1 | admin | Call Ms Parodi before the price letter arrives
frutas-segura -17 | 5 | level2 | Prepare the buyers in Poznań for the later season
aea-aceite -282 | -265 | level2 | Guest list for the two trips of buyers | done
aea-aceite -58 | -31 | level1 | Report with figures for the region | done
in-cantabrica -160 | -135 | tenant-admin | Engineering offices in Gdańsk and Tallinn | done
vanhoutven-koel -219 | -195 | level1 | Twelve installers in France and Ireland to choose from | done
slaskie-automatyka -208 | -180 | level3 | Cabinet makers' prices in Bavaria, for comparison | done
slaskie-automatyka -38 | -5 | level3 | Arrange the call of Ms Wójcik and Ms Noack
baltyckie-przetwory -112 | -97 | level2 | Addresses of buyers in Liguria for the tasting cases | done
horak-odlitky -190 | -178 | level3 | Send the drawing of the pump housing | done
alpenquell -129 | -105 | level1 | Twelve organic wholesalers with turnover and contact | done
donau-anlagenbau -44 | -20 | level1 | Norwegian registration for 14 fitters | done
donau-anlagenbau -44 | 10 | level2 | Write the reference and have Mr Aigner release it
helvetia-messgeraete -66 | -3 | level3 | Result of the 300 sample bushings
choco-leman -139 | -118 | level1 | Halal certificate: bodies that Dubai accepts | done
gbg-marinmotor -212 | -200 | tenant-admin | Leaflet of Hanse Getriebebau in Swedish | done
gbg-marinmotor -79 | 8 | level2 | Dates for a meeting with Ms Lührs in Göteborg
jylland-vind -31 | 5 | tenant-admin | Insurers for robots in harbours: three offers
jylland-vind -31 | 14 | level1 | Agenda for the signing in Esbjerg
nordlys-sjomat -107 | -82 | level1 | Fish wholesalers in Madrid and Vigo | done
baltic-timber-homes -172 | -148 | level3 | Regional builders in the north of Germany | done
quinta-encoberto -54 | 11 | level2 | Book the stand with the region
pennine-textile -122 | -102 | level1 | Offers of fiscal representatives in Rotterdam | done
caledonian-subsea -19 | -8 | level1 | Danish translation of the safety record
caledonian-subsea -19 | 13 | admin | Read the consortium draft with a lawyer
great-lakes-castings -41 | 4 | level3 | Spare parts list in dollars from Barzio
sonora-imports -157 | -139 | level2 | Offers of oil, cheese and quince paste | done
yokohama-trading -81 | -55 | tenant-admin | Samples of organic oil in tins of 250 ml | done
hanbit-battery -98 | -14 | level3 | Offers of tanks and valves to Mr Park
desert-rose -115 | -85 | level1 | Samples of three makers in one box | done
bluegum-wineries -50 | 15 | level1 | Two importers in Korea for Mr Obst`,
  nordhaven: `
lofoten-klippfisk -305 | -280 | admin | Restaurant suppliers in Lisbon | done
lofoten-klippfisk -120 | -100 | admin | Terms for payment in advance | done
hamnen-lastteknik -270 | -240 | admin | Steel builders on the Baltic coast | done
hamnen-lastteknik -64 | 4 | tenant-admin | Share the cost of the weld inspection
skagen-rogeri -225 | -205 | admin | Price of cooled parcels to Hanover | done
skagen-rogeri -21 | -3 | admin | Offer of the Faroes for 800 kg a week
porvoon-saha -250 | -228 | admin | Timber dealers in Jutland | done
porvoon-saha -250 | 9 | admin | Transport insurance for terraces
reykjanes-geo -181 | -155 | tenant-admin | Engineer in Latvia who bids with them | done
liepajas-metals -35 | -15 | admin | Report on the two repaired seams | done
tartu-mooteriistad -128 | -6 | admin | Dealers of instruments in Denmark
klaipedos-ekspedicija -90 | -70 | tenant-admin | Compare cold storage in Hirtshals | done
faeroe-laks -73 | 2 | tenant-admin | Smokehouses in Jutland and on Funen
bornholm-glas -9 | 6 | admin | Five shops in Norway for Ms Holst`,
  'pro@tradewind.test': `
hydraulik-sued -288 | -270 | pro | Data sheets in German, drawings in STEP | done
hydraulik-sued -43 | -10 | pro | Smaller boxes for the new series
vr-iberica -210 | 9 | pro | New price for DN 50 before the visit
rg-nord -154 | 40 | pro | Renew the French approval for drinking water
aquaflow-utilities -88 | 3 | pro | Answer the tender of the north of England
wwt-ausruestung -15 | 1 | pro | Reference above 1,500 metres for Mr Schranz`,
  'business@tradewind.test': `
kyoto-carpentry -196 | -170 | business | Plant health certificate for the first container | done
nordic-house-builders -110 | 12 | business | Choose a laboratory for the fire test
holzbau-zentrum -26 | -2 | business | Sample beam to Bern`,
  'basic@tradewind.test': `
bodegas-altamira -145 | -120 | basic | 500 corks for the test | done
vinhos-rolhas -33 | 5 | basic | Ask the bank about a letter of credit`,
  'advance@tradewind.test': `
galway-trawlers -116 | -90 | advance | Leasing offer for eleven ships | done
vestfjord-instrument -29 | 4 | advance | Two loggers on consignment to Bodø`,
  'pro@nordhaven.test': `
moebelhaus-foerde -86 | -60 | pro | Delivery time of the oak table | done
bergen-interior -14 | 3 | pro | Pack twelve lounge chairs`,
}

type Step = { uniqueId: string; at: string; byWhen: string; done: boolean; assignee: Author }

/** Closes the tasks that are done: a few days before their due day, or a day after they were assigned. */
const closeTasks = async (tx: Tx, steps: readonly Step[]) => {
  const closed = steps.map((step) => {
    const early = timeAtWork(
      minutesAfter(`${step.byWhen}T12:00:00.000Z`, -pseudoRandom(5, step.byWhen) * 24 * 60).slice(0, 10),
      step.byWhen,
    )
    const at = early > step.at ? early : minutesAfter(step.at, 26 * 60)
    return { ...step, nextStepsStatus: 'CLOSED', closedAt: at, closedBy: step.assignee.uniqueId, updatedAt: at }
  })
  await updateMany(tx, nextSteps, ['nextStepsStatus', 'closedAt', 'closedBy', 'updatedAt'], closed)
  const changes = { nextStepsStatus: { before: 'OPEN', after: 'CLOSED' } }
  const actions = closed.map((row) => ({ row, by: row.assignee, at: row.closedAt, changes }))
  await logDemoActions(tx, nextStepsEntity, 'CLOSED', actions)
}

interface TaskRefs {
  summaries: ReadonlyMap<string, Summary>
  people: ReadonlyMap<string, Author>
}

/** Adds the tasks of a partition's summaries, and closes those that are done. For overdue tasks, the reminder is set as sent. */
export const addSteps = async (tx: Tx, partition: string, { summaries: summaryMap, people }: TaskRefs) => {
  const rows = parseTable(texts[partition]).map(([key, day, to, todo, done]) => {
    const { uniqueId: summaryId, companyId, companyName, country, at: since, by } = summaryMap.get(key!)!
    const [assignee, byWhen] = [people.get(to!)!, dayFromToday(Number(day))]
    const remindedAt = !done && byWhen < dayFromToday(0) ? timeAtWork(byWhen, 'reminded') : null
    const fields = {
      todo: todo!,
      byWhen,
      assignedUser: assignee.uniqueId,
      summaryId,
      companyId,
      companyName,
      country,
      remindedAt,
    }
    return { fields, by, at: minutesAfter(since, 4 + pseudoRandom(90, todo)), done: Boolean(done), assignee }
  })
  const added = (await addDemoRecords(tx, nextStepsEntity, rows)).map((step, index) => ({ ...step, ...rows[index]! }))
  await closeTasks(
    tx,
    added.filter(({ done }) => done),
  )
}
