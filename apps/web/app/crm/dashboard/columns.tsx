import { Text } from '@mantine/core'
import type { KpiRow } from '@tradewind/contract/crm/dashboard.contract'
import type { Say } from '#kit/text'
import { roleNames } from '#platform/user/user.words'
import type { Column } from '#ui/list/columns'
import { RecordLink } from '#ui/record/RecordLink'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import type { Aggregation } from './kpi.ts'

/** What the cells of the table are written with. */
interface Writing {
  t: Say
  figure: Intl.NumberFormat
  /** Whoever looks may open the pages of users. */
  opensUsers: boolean
}

const Id = ({ of }: { of: string | undefined }) => (
  <Text span fz="xs" fw={400}>
    {of}
  </Text>
)

/** Who was deleted has no name any more, nor a page. */
const UserName = ({ userId = '', userName, opens, t }: Pick<KpiRow, 'userId' | 'userName'> & { opens: boolean; t: Say }) =>
  opens && userName ? <RecordLink kind="admin" uniqueId={userId} name={userName} /> : <Clip>{userName ?? t('former user')}</Clip>

const totalsIn = ({ t, figure }: Writing): Column<KpiRow>[] => [
  {
    field: 'totalReportsCreated',
    head: t('Total Reports Created'),
    show: ({ totalReportsCreated }) => figure.format(totalReportsCreated),
    width: '17%',
    figures: true,
  },
  {
    field: 'latestReportDate',
    head: t('Latest Report Date'),
    show: ({ latestReportDate }) => <Day at={latestReportDate} />,
    width: '15%',
  },
]

const userIn = ({ t, opensUsers }: Writing): Column<KpiRow>[] => [
  { field: 'userId', head: t('User ID'), show: ({ userId }) => <Id of={userId} />, width: '20%' },
  { field: 'userName', head: t('User Name'), show: (row) => <UserName {...row} opens={opensUsers} t={t} /> },
  { field: 'emailAddress', head: t('Email Address'), show: ({ emailAddress }) => <Clip>{emailAddress}</Clip>, width: '20%' },
  {
    field: 'roles',
    head: t('Roles'),
    show: ({ roles = [] }) => roles.map((role) => t(roleNames[role])).join(', '),
    width: '11%',
  },
]

const companyIn = ({ t }: Writing): Column<KpiRow>[] => [
  { field: 'companyUID', head: t('Company ID'), show: ({ companyUID }) => <Id of={companyUID} />, width: '20%' },
  {
    field: 'companyName',
    head: t('Company Name'),
    show: ({ companyUID = '', companyName = '' }) => <RecordLink kind="company" uniqueId={companyUID} name={companyName} />,
  },
]

const countryIn = ({ t }: Writing): Column<KpiRow> => ({
  field: 'country',
  head: t('Country'),
  show: ({ country }) => <Clip>{country}</Clip>,
})

/** The columns of what reports are counted by. */
export const columnsOf = (aggregation: Aggregation, writing: Writing): Column<KpiRow>[] => {
  const columns: Record<Aggregation, Column<KpiRow>[]> = {
    USER: userIn(writing),
    COUNTRY: [countryIn(writing)],
    COMPANY: [...companyIn(writing), countryIn(writing)],
  }
  return [...columns[aggregation], ...totalsIn(writing)]
}

/** A card is headed by a name, not by an id. */
export const namesFirst = (columns: readonly Column<KpiRow>[]) =>
  columns.toSorted((one, other) => Number(isId(one)) - Number(isId(other)))

const isId = ({ field }: Column<KpiRow>) => field === 'userId' || field === 'companyUID'
