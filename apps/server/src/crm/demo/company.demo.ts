import type { CompanyInput } from '@tradewind/contract/crm/company.contract'
import type { Tx } from '#kit/database/database'
import { addDemoRecords, type Author, dayFromToday, parseTable, pseudoRandom, timeAtWork } from '#kit/record/demo'
import { companyEntity } from '../schema/company.table.ts'

type Type = CompanyInput['companyTypeList'][number]

/** A letter for each type, so that each company below fits on one line. */
const types: Readonly<Record<string, Type>> = {
  M: 'MANUFACTURER_BRAND',
  I: 'IMPORTER_DISTRIBUTOR',
  T: 'TECH_SOLUTION_PROVIDER',
  E: 'ENGINEERING_SERVICES',
  S: 'SYSTEM_INTEGRATORS',
  C: 'CONSULTING_ADVISORY',
  H: 'HR_ACCOUNTING_LEGAL',
  A: 'ASSOCIATION',
  U: 'END_USER',
}

/** By partition: name | country | domain | types | address | tax reference */
const texts: Readonly<Record<string, string>> = {
  main: `
Bergwald Präzisionstechnik GmbH | DE | bergwald-praezision | ME | Industriestraße 14, 72072 Tübingen | DE811204977
Hanse Getriebebau GmbH & Co. KG | DE | hanse-getriebe | M | Speicherkai 3, 20457 Hamburg | DE214588310
Vereinigte Oberfranken Keramikwerke Aktiengesellschaft Selb | DE | voks-keramik | M | Porzellanweg 1, 95100 Selb | DE133207745
Rheintal Logistik Beratung | DE | rheintal-beratung | C | Uferallee 77, 50668 Köln |
Lausitz Solartechnik eG | DE | lausitz-solar | MS | Am Kraftwerk 9, 03046 Cottbus | DE298114402
Norddeutscher Verband Maschinenexport | DE | nvme-verband | A | Contrescarpe 46, 28195 Bremen |
Officine Meccaniche Valsassina S.r.l. | IT | om-valsassina | M | Via Provinciale 112, 23816 Barzio | IT03311870136
Molini Ferraro S.p.A. | IT | molini-ferraro | M | Corso Italia 8, 12042 Bra | IT00987650044
Adriatica Impianti S.r.l. | IT | adriatica-impianti | ES | Via del Porto 19, 60125 Ancona | IT02140030427
Studio Legale Bianchi & Conti | IT | bianchi-conti | H | Via Manzoni 31, 20121 Milano | IT11203340159
Distribuzione Ligure Alimentari | IT | dla-liguria | I | Calata Gadda, 16128 Genova | IT01877220993
Ateliers Mécaniques du Jura SARL | FR | ateliers-jura | M | 22 rue des Horlogers, 39400 Morez | FR41530227711
Fromageries Réunies de l'Aubrac | FR | fromageries-aubrac | M | Route de Laguiole, 12210 Laguiole | FR77480115320
Lumière & Réseaux | FR | lumiere-reseaux | TS | 5 quai Perrache, 69002 Lyon | FR20812440091
Conseil Export Méditerranée | FR | cem-export | C | 40 La Canebière, 13001 Marseille |
Bretagne Ostréiculture Coopérative | FR | bretagne-ostrea | MA | Le Port, 56470 La Trinité-sur-Mer | FR33775588214
Cerámicas Castellón Levante S.L. | ES | ceramicas-levante | M | Polígono Sur 27, 12006 Castellón | ESB12448870
Frutas del Segura S.A. | ES | frutas-segura | MI | Ctra. de Murcia km 4, 30506 Molina de Segura | ESA30114467
Ingeniería Naval Cantábrica | ES | in-cantabrica | E | Muelle de Maliaño, 39009 Santander | ESB39558812
Asociación Exportadores de Aceite | ES | aea-aceite | A | Paseo de la Estación 10, 23003 Jaén |
Van Houtven Koeltechniek B.V. | NL | vanhoutven-koel | MT | Havenweg 210, 3089 JK Rotterdam | NL809977143B01
Delta Bloembollen Export | NL | delta-bollen | MI | Heereweg 15, 2161 AC Lisse | NL813300217B01
Noordzee Data Diensten B.V. | NL | noordzee-data | T | Kade 88, 9723 AV Groningen | NL860144932B01
Ostrowski Meble Sp. z o.o. | PL | ostrowski-meble | M | ul. Fabryczna 6, 63-600 Kępno | PL6191833420
Śląskie Centrum Automatyki | PL | slaskie-automatyka | ST | ul. Sobieskiego 120, 41-300 Dąbrowa Górnicza | PL6292481177
Bałtyckie Przetwory Rybne S.A. | PL | baltyckie-przetwory | M | ul. Portowa 2, 76-270 Ustka | PL8390025540
Kancelaria Podatkowa Wiśniewska | PL | kp-wisniewska | H | ul. Długa 44, 31-146 Kraków |
Moravské Sklárny a.s. | CZ | moravske-sklarny | M | Sklářská 300, 757 01 Valašské Meziříčí | CZ25398471
Horák Přesné Odlitky s.r.o. | CZ | horak-odlitky | M | Slévárenská 12, 549 41 Červený Kostelec | CZ27488201
Alpenquell Getränke GmbH | AT | alpenquell | M | Brunnenweg 1, 6020 Innsbruck | ATU57714306
Donau Anlagenbau Gesellschaft | AT | donau-anlagenbau | ES | Industriezeile 50, 4020 Linz | ATU62290411
Helvetia Messgeräte AG | CH | helvetia-messgeraete | MT | Technoparkstrasse 1, 8005 Zürich | CHE-114.308.772
Chocolaterie du Léman SA | CH | choco-leman | M | Rue du Lac 18, 1800 Vevey | CHE-220.417.903
Göteborgs Marinmotor AB | SE | gbg-marinmotor | M | Varvsgatan 30, 417 53 Göteborg | SE556612774101
Norrlands Träteknik AB | SE | norrlands-tra | ME | Sågverksvägen 4, 931 36 Skellefteå | SE556330118801
Jylland Vindservice A/S | DK | jylland-vind | ES | Havnevej 101, 6700 Esbjerg | DK31887741
Ærø Skibsbyggeri | DK | aero-skib | M | Værftsvej 7, 5970 Ærøskøbing | DK18442093
Nordlys Sjømat AS | NO | nordlys-sjomat | MI | Sjøgata 39, 9008 Tromsø | NO988441203
Suomen Paperikone Oy | FI | suomen-paperikone | M | Tehdaskatu 16, 40100 Jyväskylä | FI21447780
Baltic Timber Homes OÜ | EE | baltic-timber-homes | M | Saha-Loo tee 8, 74114 Maardu | EE101887215
Vilniaus Lazerių Centras UAB | LT | vilnius-lazeriai | MT | Savanorių pr. 231, 02300 Vilnius | LT100008771215
Quinta do Vale Encoberto, Lda. | PT | quinta-encoberto | M | EN 222, 5120-496 Valença do Douro | PT507311290
Moldes da Marinha Grande, S.A. | PT | moldes-mg | ME | Rua da Indústria 55, 2430-069 Marinha Grande | PT503998140
Kerry Dairy Innovations Ltd | IE | kerry-dairy | MT | Tralee Road, Killarney, V93 X0C1 | IE9877123T
Pennine Textile Machinery Ltd | GB | pennine-textile | M | Mill Lane, Huddersfield HD1 3QA | GB291884077
Caledonian Subsea Systems plc | GB | caledonian-subsea | TE | Wellheads Place, Aberdeen AB21 7GA | GB774310952
Thames Trade Counsel LLP | GB | thames-counsel | HC | 14 Cloth Fair, London EC1A 7JQ |
Maple Ridge Grain Equipment Inc. | CA | maple-ridge-grain | MI | 4400 Wascana Parkway, Regina SK S4S 0A5 |
Great Lakes Castings Corp. | US | great-lakes-castings | M | 2100 Foundry Rd, Muskegon, MI 49442 | 38-2914476
Sonora Desert Imports LLC | US | sonora-imports | I | 77 E Congress St, Tucson, AZ 85701 | 86-1044210
Cascadia Cloud Metering | US | cascadia-metering | T | 500 Pike St, Seattle, WA 98101 | 91-3371048
Kōbe Marine Instruments K.K. | JP | kobe-marine | M | 2-1 Hatobachō, Chūō-ku, Kobe 650-0042 |
Yokohama Trading & Consulting | JP | yokohama-trading | IC | 1-3 Kaigandōri, Naka-ku, Yokohama 231-0002 |
Hanbit Battery Materials Co., Ltd. | KR | hanbit-battery | M | 15 Techno 2-ro, Daejeon 34013 |
Marmara Otomotiv Yan Sanayi A.Ş. | TR | marmara-oto | M | OSB 5. Cadde No 11, 16140 Bursa | TR6120334418
Anatolian Dried Fruit Union | TR | anatolian-fruit | AI | İnönü Caddesi 60, 45400 Turgutlu |
Desert Rose Contracting LLC | AE | desert-rose | US | Plot 41, Jebel Ali Free Zone, Dubai | 100311877200003
Pune Precision Valves Pvt. Ltd. | IN | pune-valves | ME | Chakan MIDC Phase II, Pune 410501 | 27AAFCP4418R1ZQ
Bluegum Wineries Pty Ltd | AU | bluegum-wineries | MU | 12 Seppeltsfield Rd, Tanunda SA 5352 | 51 824 753 556
Serra Gaúcha Móveis Ltda. | BR | serra-gaucha-moveis | M | RS-444 km 21, 95720-000 Garibaldi | 07.442.119/0001-30`,
  nordhaven: `
Lofoten Klippfisk AS | NO | lofoten-klippfisk | M | Kaiveien 3, 8310 Kabelvåg | NO977120455
Hamnen Lastteknik AB | SE | hamnen-lastteknik | ES | Frihamnen 22, 115 56 Stockholm | SE556718830201
Skagen Røgeri ApS | DK | skagen-rogeri | M | Vestre Strandvej 9, 9990 Skagen | DK27740118
Porvoon Saha Oy | FI | porvoon-saha | M | Jokikatu 40, 06100 Porvoo | FI19938826
Reykjanes Geothermal ehf. | IS | reykjanes-geo | TE | Hafnargata 2, 230 Reykjanesbær |
Liepājas Metāls SIA | LV | liepajas-metals | M | Brīvības iela 93, 3401 Liepāja | LV42103088174
Tartu Mõõteriistad OÜ | EE | tartu-mooteriistad | MT | Riia 181, 51014 Tartu | EE100994417
Klaipėdos Uosto Ekspedicija UAB | LT | klaipedos-ekspedicija | IS | Minijos g. 180, 93269 Klaipėda | LT100004417716
Færøernes Laks P/F | FO | faeroe-laks | M | Bakkavegur 8, 625 Glyvrar |
Bornholm Glas & Keramik | DK | bornholm-glas | M | Store Torv 5, 3700 Rønne | DK30118842`,
  'pro@tradewind.test': `
Hydraulik Zentrum Süd GmbH | DE | hydraulik-sued | I | Gewerbepark 7, 86156 Augsburg | DE260018774
Valvole e Raccordi Iberica S.L. | ES | vr-iberica | I | Calle Orfebres 4, 50016 Zaragoza | ESB50887741
Robinetterie Générale du Nord | FR | rg-nord | I | 12 rue de l'Usine, 59160 Lomme | FR12334455876
Aquaflow Utilities Ltd | GB | aquaflow-utilities | T | Canal Street, Leeds LS12 2PX | GB447120036
Petrokemija Ventili d.o.o. | HR | petrokemija-ventili | IE | Radnička 80, 10000 Zagreb | HR30018844712
Wasserwerke Tirol Ausrüstung | AT | wwt-ausruestung | IS | Haller Straße 165, 6020 Innsbruck | ATU61447120
Chemiepark Saale Betriebs GmbH | DE | chemiepark-saale | U | Werksstraße 21, 06217 Merseburg | DE311804476
Wodociągi Dolnej Odry Sp. z o.o. | PL | wodociagi-odry | U | ul. Nadbrzeżna 5, 70-656 Szczecin | PL8510118472
Pipelines Méditerranée SAS | FR | pipelines-med | E | 40 quai de la Lave, 13016 Marseille | FR55478120033
Maasvlakte Tank Terminal B.V. | NL | maasvlakte-tank | U | Europaweg 910, 3199 LC Rotterdam | NL811204477B01
Skåne Vattenteknik AB | SE | skane-vattenteknik | IS | Hamngatan 14, 252 21 Helsingborg | SE556120447701
Centrale Termica Padana S.p.A. | IT | ct-padana | U | Via Emilia Ovest 70, 43126 Parma | IT01188740345
Bosphorus Marine Valves Ltd | TR | bosphorus-valves | I | Tersane Cad. 12, 34944 İstanbul | 1840118842
Valencia Desalación S.A. | ES | valencia-desalacion | E | Camí del Port 3, 46024 València | ESA46118842`,
  'basic@tradewind.test': `
Bodegas Altamira del Duero | ES | bodegas-altamira | M | Ctra. de Soria km 301, 47350 Quintanilla | ESB47120038
Weingut Sonnenhang | DE | weingut-sonnenhang | M | Moselstraße 18, 54470 Bernkastel-Kues | DE149330127
Vinhos & Rolhas Importadora | BR | vinhos-rolhas | I | Rua Augusta 900, 01304-001 São Paulo | 11.208.447/0001-66`,
  'business@tradewind.test': `
Kyoto Carpentry Guild | JP | kyoto-carpentry | A | Nishijin, Kamigyō-ku, Kyoto 602-8445 |
Nordic House Builders Inc. | US | nordic-house-builders | I | 340 Harbor Dr, Duluth, MN 55802 | 41-2087710
Schweizer Holzbau Zentrum | CH | holzbau-zentrum | IC | Bernstrasse 40, 3018 Bern | CHE-330.118.240
Timber Merchants of Cork Ltd | IE | timber-cork | I | Kennedy Quay, Cork T12 C7F8 | IE8871240K`,
  'advance@tradewind.test': `
Galway Bay Trawlers Ltd | IE | galway-trawlers | U | The Docks, Galway H91 HT1W | IE9120034W
Vestfjord Instrument AS | NO | vestfjord-instrument | I | Storgata 88, 8006 Bodø | NO914220871`,
  'pro@nordhaven.test': `
Möbelhaus Förde GmbH | DE | moebelhaus-foerde | I | Hafendamm 20, 24937 Flensburg | DE134550872
Bergen Interiør AS | NO | bergen-interior | I | Strandgaten 61, 5004 Bergen | NO920118745`,
}

/** The day on which each company was entered, relative to today: spread over a year in pseudo-random order. */
const daysOf = (domains: readonly string[]) => {
  const shuffled = domains.toSorted((one, other) => pseudoRandom(1e9, one) - pseudoRandom(1e9, other))
  return new Map(shuffled.map((domain, at) => [domain, -Math.round((1 - at / domains.length) * 350) - pseudoRandom(8, domain)]))
}

/** Adds a partition's companies, and returns them by their domain. A company with meetings is entered at least some days before the first one. */
export const addCompanies = async (
  tx: Tx,
  partition: string,
  firstMeetingDays: ReadonlyMap<string, number>,
  by: readonly Author[],
) => {
  const rows = parseTable(texts[partition])
  const days = daysOf(rows.map(([, , domain]) => domain!))
  const entered = rows.map(([legalName, country, domain, letters, address, taxRefNumber]) => {
    const companyTypeList = letters!.split('').map((letter) => types[letter]!)
    const before = (firstMeetingDays.get(domain!) ?? 0) - 5 - pseudoRandom(6, domain, 'before')
    return {
      domain: domain!,
      fields: {
        legalName: legalName!,
        country: country!,
        website: `https://${domain}.example`,
        companyTypeList,
        address: address || null,
        taxRefNumber: taxRefNumber || null,
      },
      by: by[pseudoRandom(by.length, domain, 'author')]!,
      at: timeAtWork(dayFromToday(Math.min(days.get(domain!)!, before)), domain),
    }
  })
  const added = await addDemoRecords(tx, companyEntity, entered)
  return new Map(entered.map(({ domain }, at) => [domain, added[at]!]))
}
