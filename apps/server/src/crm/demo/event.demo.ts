import type { Tx } from '#kit/database/database'
import { addDemoRecords, type Author, dayFromToday, parseTable, pseudoRandom, timeAtWork } from '#kit/record/demo'
import { eventEntity } from '../schema/event.table.ts'

/** By partition: title | the day relative to today, and the hour | location | organizer | its contact | author | description */
const texts: Readonly<Record<string, string>> = {
  main: `
Werkzeugtage Stuttgart | -342 8 | Messepiazza 1, Stuttgart, Germany | Neckar Fachmessen GmbH | besucher@werkzeugtage.example | admin | Fair for turning, milling and measuring. We walk the halls for two days with four appointments, the first at Bergwald.
Sapori del Nord | -302 9 | Fiere di Parma, Parma, Italy | Ente Fiere Padane | info@saporidelnord.example | admin | Flour, pasta, cheese and cured meat. Walk with two buyers from Spain; tasting at the bakers' school in the afternoon.
Tisch & Tafel | -298 9 | Messegelände, Frankfurt am Main, Germany | Tafelkultur Messe AG | service@tischundtafel.example | tenant-admin | Porcelain, glass and cutlery for hotels and shops. Stand party of the German makers on the first evening.
Feria del Huerto Mediterráneo | -325 9 | IFEMA, Madrid, Spain | Huerto Ferias S.L. | visitantes@huertomed.example | admin | Fruit and vegetables. Three growers of ours have stands; the buyers from Poland come on the second day.
Nordic Wind Days | -260 8 | Esbjerg Havnehal, Esbjerg, Denmark | Vestkyst Messer A/S | hello@nordicwinddays.example | tenant-admin | Service and building of wind farms at sea. Shared stand with the association from Bremen.
Salon des Lunetiers | -232 9 | Eurexpo, Lyon, France | Optique Événements | contact@salonlunetiers.example | admin | Spectacles and their parts, small but complete. Appointments with makers from the Jura.
Baltic Boat & Engine Show | -212 10 | Svenska Hallen, Göteborg, Sweden | Västkust Mässor AB | info@balticboat.example | tenant-admin | Work boats, engines, navigation. Dealers' evening at Göteborgs Marinmotor.
Gulf Hotel Supply | -115 10 | Creek Exhibition Centre, Dubai, United Arab Emirates | Palm Expo FZ-LLC | exhibit@gulfhotelsupply.example | tenant-admin | Everything that a hotel needs. We accompany three European makers and hold an evening for buyers.
Assaggi Liguri | -101 9 | Fiera del Mare, Genova, Italy | Liguria Eventi | segreteria@assaggiliguri.example | admin | Delicatessen for shops and restaurants. Tasting of fish from Poland and of oil from Jaén on the stand of DLA.
Export breakfast: customs after the reform | 6 7 | Tradewind, Speicherstadt 4, Hamburg, Germany | Tradewind | events@tradewind.example | admin | Two hours for makers of machines: preferential origin, certificates, what changes in January. Coffee, rolls and a customs broker who answers everything. 25 seats.
Havvind Esbjerg | 16 8 | Esbjerg Havnehal, Esbjerg, Denmark | Vestkyst Messer A/S | hello@havvind.example | tenant-admin | Winter meeting of the service companies. Jylland Vindservice and Caledonian Subsea sign their consortium at noon if all goes well.
Olive Oil Week Jaén | 48 9 | Palacio de Congresos, Jaén, Spain | Asociación Exportadores de Aceite | semana@aea-aceite.example | admin | New oils of the season, blind tasting and talks with 62 mills. Guests from Italy, Japan and Australia.
Alpine Precision Forum | 75 8 | Technopark, Zürich, Switzerland | Forum Präzision Schweiz | forum@alpineprecision.example | admin | One day on medical parts: capability, cleaning, documents. Talk by Bergwald and Helvetia Messgeräte on their common project.
Great Lakes Machine Show | 132 14 | Lakeside Hall, Chicago, United States | Prairie Expositions Inc. | booths@glmachineshow.example | tenant-admin | Presses, springs, castings. Shared booth of three makers from the Valsassina, 30 square metres. Technicians' round table on service in Michigan.`,
  nordhaven: `
Fish North | -305 9 | Tromsøhallen, Tromsø, Norway | Nordfisk Messer AS | post@fishnorth.example | tenant-admin | Fair of the fisheries. Talks with packers from Lofoten and the Faroes.
Baltic Ports Meeting | 21 8 | Kulturas nams, Liepāja, Latvia | Association of Baltic Ports | office@balticports.example | admin | Ramps, cranes and shore power. Hamnen Lastteknik shows the first ramp built in Liepāja.
Nordic Table | 64 9 | Bella Hal, København, Denmark | Nordbord ApS | info@nordictable.example | tenant-admin | Glass, furniture and food for restaurants. Shared stand with Bornholm and Skagen.`,
}

/** The day on which an event was entered: at least 20 days before it, and at least three days ago. */
const enteredOn = (day: number, title: string) =>
  dayFromToday(Math.min(day - 20 - pseudoRandom(15, title), -3 - pseudoRandom(50, title)))

/** Adds the fairs and meetings of a partition's year. */
export const addEvents = async (tx: Tx, partition: string, people: ReadonlyMap<string, Author>) => {
  const rows = parseTable(texts[partition]).map(([title, when, location, organizer, organizerContact, by, description]) => {
    const [day, hour] = when!.split(' ')
    const eventDateTime = `${dayFromToday(Number(day))}T${hour!.padStart(2, '0')}:30:00.000Z`
    return {
      fields: {
        title: title!,
        description: description!,
        eventDateTime,
        location: location!,
        organizer: organizer!,
        organizerContact: organizerContact!,
      },
      by: people.get(by!)!,
      at: timeAtWork(enteredOn(Number(day), title!), title),
    }
  })
  await addDemoRecords(tx, eventEntity, rows)
}
