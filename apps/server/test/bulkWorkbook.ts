import { workbookStream } from '@tradewind/workbook/write'
import { buffer } from 'node:stream/consumers'
import { companyRow as company } from './workbook.ts'

type Rows = readonly (readonly string[])[]

const headers = {
  Users: ['First Name', 'Middle Name', 'Last Name', 'Email Address', 'Role', 'Allowed Countries'],
  ReviewQuestions: ['Survey Type', 'Headline', 'Question', 'Position'],
  AuditQuestions: ['Category', 'Question', 'Position'],
  Companies: ['Legal Name', 'Country', 'Website', 'Company Types', 'Address', 'Tax Ref Number'],
}
const headerOf = (name: string) => headers[name as keyof typeof headers] ?? headers.Companies

const toCells = (cells: readonly string[], row: number) => ({
  row,
  cells: cells.map((value) => ({ value, style: 'text' as const })),
})

/** A workbook as a browser sends it: each sheet with its header, unless the rows include their own. */
export const bulkWorkbook = async (sheets: Record<string, Rows>, { header = true } = {}) => {
  const parts = Object.entries(sheets).map(([name, rows]) => {
    const all = header ? [headerOf(name), ...rows] : rows
    return {
      name,
      widths: headerOf(name).map(() => 20),
      style: 'text' as const,
      choices: [],
      rows: all.map((cells, at) => toCells(cells, at + 1)),
    }
  })
  return new File([await buffer(workbookStream(parts))], 'bootstrap.xlsx')
}

/** A row of the users' sheet, as it is outside the main account. */
export const userRow = (emailAddress: string, role = 'ROLE_LEVEL1', over: { first?: string; countries?: string } = {}) => [
  over.first ?? 'Ann',
  '',
  'Example',
  emailAddress,
  role,
  over.countries ?? '',
]
export const userRows = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => userRow(`${name}.${at + 1}@example.test`))
export { company }

interface PlantedFault {
  row: number
  cells: string[]
  column: string
  problem: RegExp | string
}

type FaultLine = [row: number, cells: string[], column: string, problem: RegExp | string]
const toFaults = (...lines: FaultLine[]): PlantedFault[] =>
  lines.map(([row, cells, column, problem]) => ({ row, cells, column, problem }))
const [ROLE, ADDRESS, COUNTRIES] = ['Role', 'Email Address', 'Allowed Countries']

/** Every kind of fault, on both sides of a batch boundary. `taken`: the address or name that already exists. */
const userFaults = (taken: string) =>
  toFaults(
    [2, userRow('a@example.test', 'ROLE_LEVEL1', { first: '' }), 'First Name', 'First Name is required.'],
    [7, userRow('no address'), ADDRESS, 'Email address is not a valid address'],
    [498, userRow('b@example.test', 'ROLE_TEACHER'), ROLE, /^Choose/],
    [499, userRow('c@example.test', 'ROLE_SUPER_ADMIN'), ROLE, /^Choose/],
    [500, userRow('d@example.test', 'ROLE_PRO'), ROLE, /^Choose/],
    [501, userRow('e@example.test', 'ROLE_LEVEL3'), COUNTRIES, 'Choose at least one country'],
    [502, userRow('f@example.test', 'ROLE_LEVEL3', { countries: 'Italy, Atlantis' }), COUNTRIES, 'Choose a country'],
    [
      503,
      userRow('g@example.test', 'ROLE_ADMIN', { countries: 'Italy' }),
      COUNTRIES,
      'Only ROLE_LEVEL3 can have allowed countries',
    ],
    [504, userRow('USER.3@example.test'), ADDRESS, /already/],
    [600, userRow(taken.toUpperCase()), ADDRESS, `There is already “${taken}”`],
    [999, userRow('h@example.test '), ADDRESS, 'Remove the spaces before or after the text.'],
    [1000, userRow('i@example.test', 'ROLE_LEVEL2', { first: 'A'.repeat(201) }), 'First Name', /200 characters at most$/],
  )
const companyFaults = (taken: string) =>
  toFaults(
    [3, company(''), 'Legal Name', 'Legal Name is required.'],
    [501, company('Far', 'Atlantis'), 'Country', 'Choose a country'],
    [502, company('Odd', 'Italy', 'javascript:alert(1)'), 'Website', 'Website is not a web address'],
    [503, company('End', 'Italy', 'https://end.example', 'END_USER'), 'Company Types', /^Choose/],
    [700, company(' Company 4'), 'Legal Name', 'Remove the spaces before or after the text.'],
    [701, company('COMPANY 4'), 'Legal Name', /already/],
    [1001, company(taken.toLowerCase()), 'Legal Name', `There is already “${taken}”`],
  )

const plantFaults = (good: Rows, faults: readonly PlantedFault[]) =>
  good.map((cells, at) => faults.find(({ row }) => row === at + 2)?.cells ?? cells)

/** A thousand users and a thousand companies, with every kind of fault among them. */
export const faultyWorkbook = async (taken: { address: string; company: string }, count = 1000) => {
  const faults = { users: userFaults(taken.address), companies: companyFaults(taken.company) }
  const users = plantFaults(userRows('user', count), faults.users)
  const companies = plantFaults(
    Array.from({ length: count }, (_, at) => company(`Company ${at + 1}`)),
    faults.companies,
  )
  return { file: await bulkWorkbook({ Users: users, Companies: companies }), faults, count }
}
