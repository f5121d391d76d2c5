import { type CountryCode, countryCodes, countryName, countryNameFormatter, isCountryCode } from './countries.ts'

/** Each alpha-2 code with its alpha-3 code. */
const alpha3 = `
  AD AND AE ARE AF AFG AG ATG AI AIA AL ALB AM ARM AO AGO AQ ATA AR ARG AS ASM AT AUT AU AUS AW ABW AX ALA AZ AZE BA BIH BB BRB
  BD BGD BE BEL BF BFA BG BGR BH BHR BI BDI BJ BEN BL BLM BM BMU BN BRN BO BOL BQ BES BR BRA BS BHS BT BTN BV BVT BW BWA BY BLR
  BZ BLZ CA CAN CC CCK CD COD CF CAF CG COG CH CHE CI CIV CK COK CL CHL CM CMR CN CHN CO COL CR CRI CU CUB CV CPV CW CUW CX CXR
  CY CYP CZ CZE DE DEU DJ DJI DK DNK DM DMA DO DOM DZ DZA EC ECU EE EST EG EGY EH ESH ER ERI ES ESP ET ETH FI FIN FJ FJI FK FLK
  FM FSM FO FRO FR FRA GA GAB GB GBR GD GRD GE GEO GF GUF GG GGY GH GHA GI GIB GL GRL GM GMB GN GIN GP GLP GQ GNQ GR GRC GS SGS
  GT GTM GU GUM GW GNB GY GUY HK HKG HM HMD HN HND HR HRV HT HTI HU HUN ID IDN IE IRL IL ISR IM IMN IN IND IO IOT IQ IRQ IR IRN
  IS ISL IT ITA JE JEY JM JAM JO JOR JP JPN KE KEN KG KGZ KH KHM KI KIR KM COM KN KNA KP PRK KR KOR KW KWT KY CYM KZ KAZ LA LAO
  LB LBN LC LCA LI LIE LK LKA LR LBR LS LSO LT LTU LU LUX LV LVA LY LBY MA MAR MC MCO MD MDA ME MNE MF MAF MG MDG MH MHL MK MKD
  ML MLI MM MMR MN MNG MO MAC MP MNP MQ MTQ MR MRT MS MSR MT MLT MU MUS MV MDV MW MWI MX MEX MY MYS MZ MOZ NA NAM NC NCL NE NER
  NF NFK NG NGA NI NIC NL NLD NO NOR NP NPL NR NRU NU NIU NZ NZL OM OMN PA PAN PE PER PF PYF PG PNG PH PHL PK PAK PL POL PM SPM
  PN PCN PR PRI PS PSE PT PRT PW PLW PY PRY QA QAT RE REU RO ROU RS SRB RU RUS RW RWA SA SAU SB SLB SC SYC SD SDN SE SWE SG SGP
  SH SHN SI SVN SJ SJM SK SVK SL SLE SM SMR SN SEN SO SOM SR SUR SS SSD ST STP SV SLV SX SXM SY SYR SZ SWZ TC TCA TD TCD TF ATF
  TG TGO TH THA TJ TJK TK TKL TL TLS TM TKM TN TUN TO TON TR TUR TT TTO TV TUV TW TWN TZ TZA UA UKR UG UGA UM UMI US USA UY URY
  UZ UZB VA VAT VC VCT VE VEN VG VGB VI VIR VN VNM VU VUT WF WLF WS WSM XK XKX YE YEM YT MYT ZA ZAF ZM ZMB ZW ZWE`

/** Official, older and everyday names in addition to the short one. 'Iran, Islamic Republic of' needs no entry: `swapAtComma` reorders its words. */
const spellings: Partial<Record<CountryCode, string>> = {
  AE: 'UAE | Emirates',
  AR: 'Argentine Republic',
  BA: 'Bosnia | BiH',
  BF: 'Upper Volta',
  BN: 'Brunei Darussalam | Nation of Brunei, the Abode of Peace',
  BO: 'Plurinational State of Bolivia',
  BQ: 'Caribbean Netherlands | Bonaire',
  BY: 'Byelorussia | Belorussia',
  CC: 'Cocos Islands | Keeling Islands',
  CD: 'Congo Kinshasa | DR Congo | DRC | RDC | Congo Democratic Republic | Congo DR | Congo DRC | Zaire',
  CF: 'CAR | Central Africa',
  CG: 'Congo Brazzaville | Republic of the Congo | Congo Republic',
  CH: 'Swiss Confederation',
  CI: 'Ivory Coast | Republic of Côte d’Ivoire',
  CN: 'PRC | PR China | China PR | Mainland China',
  CV: 'Cape Verde | Cape Verde Islands',
  CZ: 'Czech Republic | Czech',
  FK: 'Malvinas | Falkland Islands Malvinas',
  FM: 'Federated States of Micronesia | FSM',
  FO: 'Faeroe Islands | Faroes',
  FR: 'French Republic',
  GA: 'Gabonese Republic',
  GB: 'UK | Great Britain | Britain | England | Scotland | Wales | Northern Ireland | United Kingdom of Great Britain and Northern Ireland',
  GR: 'EL | Hellas | Hellenic Republic',
  HK: 'Hong Kong SAR | Hong Kong SAR China | Hong Kong Special Administrative Region of China | Hong Kong China',
  HM: 'Heard and McDonald Islands',
  IE: 'Éire | Irish Republic | Southern Ireland',
  IR: 'Persia',
  IT: 'Italian Republic',
  KG: 'Kyrgyz Republic | Kirghizia | Kirgizstan',
  KH: 'Kampuchea',
  KN: 'Saint Christopher and Nevis | Federation of Saint Christopher and Nevis | Saint Kitts',
  KP: 'Democratic People’s Republic of Korea | Democratic Republic of Korea | DPRK | DPR Korea | Korea North | Korea DPR',
  KR: 'Republic of Korea | Korea Republic | Korea South | ROK | S Korea',
  KZ: 'Kazakstan',
  LA: 'Lao People’s Democratic Republic | Lao PDR | Lao',
  LB: 'Lebanese Republic',
  LK: 'Ceylon',
  LY: 'Libyan Arab Jamahiriya | State of Libya',
  MD: 'Moldavia',
  MF: 'Saint Martin | Saint-Martin France',
  MK: 'Macedonia | FYROM | Former Yugoslav Republic of Macedonia | Macedonia, the former Yugoslav Republic of',
  MM: 'Burma | Myanmar Burma',
  MO: 'Macau | Macao SAR | Macau SAR | Macao SAR China | Macao Special Administrative Region of China | Macau China',
  MX: 'United Mexican States',
  NL: 'Holland | Nederland',
  NZ: 'Aotearoa | Aotearoa New Zealand',
  PF: 'Tahiti',
  PM: 'Saint Pierre',
  PN: 'Pitcairn Islands',
  PS: 'Palestinian Territory | Palestinian Territories | Occupied Palestinian Territory | Palestinian Authority | West Bank and Gaza',
  PT: 'Portuguese Republic',
  RE: 'Reunion Island',
  RU: 'Russian Federation',
  SA: 'KSA',
  SH: 'Saint Helena | Ascension Island | Tristan da Cunha',
  SJ: 'Svalbard',
  SK: 'Slovak Republic | Slovakia Slovak Republic',
  SR: 'Surinam',
  ST: 'Sao Tome',
  SX: 'Sint Maarten',
  SY: 'Syrian Arab Republic',
  SZ: 'Swaziland',
  TG: 'Togolese Republic',
  TH: 'Siam',
  TL: 'East Timor',
  TR: 'Turkey',
  TT: 'Trinidad',
  TW: 'Taiwan, Province of China | Republic of China | Taiwan ROC | ROC | Chinese Taipei | Taiwan China',
  TZ: 'Tanganyika | Zanzibar',
  UM: 'US Outlying Islands | US Minor Outlying Islands',
  US: 'United States of America | America',
  VA: 'Vatican | Vatican City State | Holy See | Holy See Vatican City State | Holy See Vatican',
  VC: 'Saint Vincent',
  VG: 'Virgin Islands British | Virgin Islands UK',
  VI: 'Virgin Islands US | Virgin Islands of the United States | US Virgin Islands | USVI',
  VN: 'Socialist Republic of Viet Nam',
  WF: 'Wallis Futuna',
  WS: 'Western Samoa',
  XK: 'RKS | Kosovo under UNSCR 1244',
  ZW: 'Rhodesia',
}

/** Words before a country's name that describe its form of government: 'Federal Republic of Germany', 'Kingdom of Denmark'. */
const governmentWords = new Set(
  `arab bolivarian commonwealth co confederation cooperative democratic duchy eastern emirate federal federated federation federative grand
  hashemite independent islamic kingdom operative oriental peoples plurinational principality republic socialist state sultanate union
  unitary united`.split(/\s+/),
)

const letters: Record<string, string> = { ß: 'ss', ı: 'i', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe' }
const fillers = new Set(['the', 'and', 'of'])
const abbreviations: Record<string, string> = { st: 'saint', rep: 'republic', dem: 'democratic', fed: 'federal' }

const words = (text: string) =>
  text
    .replace(/\p{M}/gu, '') // normalizing a long run of marks takes time that grows with its square
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}|['’‘ʼ`´]|(?<=(?:^|\P{L})\p{L})\./gu, '')
    .replace(/[ßıøłđðþæœ]/g, (letter) => letters[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !fillers.has(word))
    .map((word) => abbreviations[word] ?? word)

const toKey = (text: string) => words(text).join('')

const toIndex = (entries: (readonly [string, CountryCode])[]) => new Map(entries.toReversed())

const indexOfCodes = () => {
  const pairs = alpha3.trim().split(/\s+/)
  return toIndex(
    pairs.flatMap((code, at) => {
      const owner = pairs[at - (at % 2)] ?? ''
      return isCountryCode(owner) ? [[code, owner] as const] : []
    }),
  )
}

const indexOfEnglishNames = () =>
  toIndex([
    ...countryCodes.map((code) => [toKey(countryName(code)), code] as const),
    ...countryCodes.flatMap((code) => (spellings[code]?.split('|') ?? []).map((text) => [toKey(text), code] as const)),
  ])

/** The countries' names in the product's other languages, and in English where the runtime's name differs from ours. */
const indexOfForeignNames = () =>
  toIndex(
    ['en', 'de', 'fr', 'es', 'it'].flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
      const shownName = countryNameFormatter(language)
      return countryCodes.flatMap((code) => [names.of(code) ?? '', shownName(code)].map((name) => [toKey(name), code] as const))
    }),
  )

const memoize = <T>(make: () => T) => {
  let value: T | undefined
  return () => (value ??= make())
}
const indexes = { codes: memoize(indexOfCodes), english: memoize(indexOfEnglishNames), abroad: memoize(indexOfForeignNames) }

const withoutGovernment = (text: string) => {
  const remaining = words(text)
  while (governmentWords.has(remaining[0] ?? '')) remaining.shift()
  return remaining.join('')
}

/** Turns 'Korea, Republic of' into 'Republic of Korea', and 'Iran (Islamic Republic of)' into 'Islamic Republic of Iran'. */
const swapAtComma = (text: string) => text.replace(/^([^,(]+)[,(](.*)$/, '$2 $1')

/**
 * Returns the code of a country that is given as an ISO code (two or three letters), by its English short or official name, by a common or older
 * name, or by its German, French, Spanish or Italian name. Ignores case, accents, punctuation and spaces.
 */
export const countryCode = (text: string): CountryCode | undefined => {
  if (text.length > 200) return undefined
  const code = indexes.codes().get(text.replace(/[\s.]/g, '').toUpperCase())
  if (code) return code
  const keys = [toKey(text), toKey(swapAtComma(text)), withoutGovernment(text), withoutGovernment(swapAtComma(text))].filter(
    (name) => name !== '',
  )
  const found = [indexes.english(), indexes.abroad()].flatMap((names) => keys.map((name) => names.get(name)))
  return found.find((name) => name !== undefined)
}
