import { IconBuildingFactory2 } from '@tabler/icons-react'
import type { Company } from '@tradewind/contract/crm/company.contract'
import { companyPolicy, seesOutline } from '@tradewind/contract/crm/company.policy'
import type { Actor } from '@tradewind/contract/roles'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { phrase, type Say, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { ListPage } from '#ui/list/ListPage'
import { MassUploadButton, MassUploadLayer } from '#ui/massUpload/MassUploadLayer'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { Website } from '#ui/values/Website'
import { TypeBadges } from './TypeBadges.tsx'

export const handle = { name: phrase('Companies') }
export const clientLoader = guard({ rules: companyPolicy.see })

/** A column that would be empty for whoever sees only an outline of companies is left out. */
const columnsIn = (t: Say, actor: Actor): Column<Company>[] =>
  every(t).filter(({ field }) => field !== 'companyTypeList' || !seesOutline(actor))

const every = (t: Say): Column<Company>[] => [
  { field: 'legalName', head: t('Company'), show: ({ legalName }) => legalName, sorts: true, width: '28%' },
  { field: 'country', head: t('Country'), show: ({ country }) => <Clip>{country}</Clip>, sorts: true, width: '13%' },
  {
    field: 'companyTypeList',
    head: t('Types'),
    show: ({ companyTypeList }) => <TypeBadges types={companyTypeList} />,
    width: '25%',
  },
  { field: 'website', head: t('Website'), show: ({ website }) => <Website address={website} />, width: '22%' },
  { field: 'dateCreated', head: t('Created'), show: ({ dateCreated }) => <Day at={dateCreated} />, sorts: true, width: '12%' },
]

export default function CompanyList() {
  const t = useText()
  const actor = useActor()
  return (
    <>
      <ListPage
        kind="company"
        title={t('Companies')}
        policy={companyPolicy}
        columns={columnsIn(t, actor)}
        nameOf={({ legalName }) => legalName}
        filters={{ legalName: t('Company'), country: t('Country') }}
        sort="-dateCreated"
        createText={t('New company')}
        empty={{
          icon: IconBuildingFactory2,
          title: t('No companies yet'),
          text: t('The companies that you sell to, buy from and work with stand here, each with what was agreed and done.'),
        }}
        actions={<MassUploadButton rules={companyPolicy.create} />}
      />
      <MassUploadLayer kind="company" />
    </>
  )
}
