import { contactPolicy, projectCompanyPolicy } from '@tradewind/contract/crm/policies'
import type { ProjectCompany } from '@tradewind/contract/crm/project.contract'
import { type Level, projectCompanyFields } from '@tradewind/contract/crm/project.fields'
import { can } from '@tradewind/contract/kit/policy'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { useFieldSave } from '#ui/entity/useFieldSave'
import { SearchSelect } from '#ui/form/SearchSelect'
import type { Column } from '#ui/list/columns'
import { ChoiceCell, DayCell, EditableCell } from '#ui/list/EditableCell'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { websiteLink } from '#ui/values/links'
import { LevelBadge, levelNamesOf, noLevelName } from './LevelBadge.tsx'

type ProjectColumn = Column<ProjectCompany>
const levelFields = ['potential', 'interest', 'priority'] as const
type LevelField = (typeof levelFields)[number]
type DayField = 'lastContact' | 'nextContact'

/** The fields of a company in a project as the calls expect them. A cleared day is derived from the reports. */
const toInput = {
  mainContact: (contact: ProjectCompany['mainContact']) => contact?.uniqueId ?? null,
  lastContact: (day: string | null) => day ?? '',
  nextContact: (day: string | null) => day ?? '',
}

/** Saves one field of a company in a project, edited in place. */
export const useProjectCompanyField = () => {
  const { save } = useFieldSave('projectCompany', toInput)
  const t = useText()
  const { labels } = useFields(projectCompanyFields)
  return (record: ProjectCompany, field: LevelField | DayField | 'mainContact', value: unknown) => {
    const isLevel = levelFields.some((level) => level === field)
    const valueText = isLevel ? (value === null ? t(noLevelName(field)) : t(levelNamesOf(field)[value as Level])) : undefined
    return save({ record, field, value, name: record.company.legalName, label: labels[field], valueText })
  }
}

/** The props of an editable cell: whether the actor may change the record, the cell's label, and the function that saves it. */
const useCell = <F extends LevelField | DayField | 'mainContact'>(
  record: ProjectCompany,
  field: F,
  name = record.company.legalName,
) => {
  const t = useText()
  const actor = useActor()
  const save = useProjectCompanyField()
  const { labels } = useFields(projectCompanyFields)
  return {
    may: can(actor, projectCompanyPolicy.update, record),
    label: t('{field} of {name}', { field: labels[field], name }),
    save: (value: ProjectCompany[F]) => void save(record, field, value),
  }
}

interface CellProps<F> {
  record: ProjectCompany
  field: F
  /** The name that distinguishes its row from the others, if that is not the company's. */
  name?: string
}

/** A level, edited in place. */
export const LevelCell = ({ record, field, name }: CellProps<LevelField>) => {
  const t = useText()
  const { may, label, save } = useCell(record, field, name)
  const badge = <LevelBadge field={field} level={record[field]} />
  if (!may) return badge
  return (
    <ChoiceCell
      label={label}
      value={record[field]}
      choices={levelNamesOf(field)}
      emptyLabel={t(noLevelName(field))}
      onChoose={save}
    >
      {badge}
    </ChoiceCell>
  )
}

/** A day of contact, edited in place. */
export const ContactDayCell = ({ record, field, name }: CellProps<DayField>) => {
  const { may, label, save } = useCell(record, field, name)
  if (!may) return <Day at={record[field]} />
  return <DayCell label={label} value={record[field]} onChoose={save} />
}

const MainContactCell = ({ record }: { record: ProjectCompany }) => {
  const t = useText()
  const { may, label, save } = useCell(record, 'mainContact')
  const { mainContact, company } = record
  const text = mainContact === undefined ? t('Not shown to you') : (mainContact?.fullName ?? t('N/A'))
  if (!may || mainContact === undefined) return <Clip>{text}</Clip>
  return (
    <EditableCell label={label} text={text} content={<Clip>{text}</Clip>} isTyped>
      {(close) => (
        <SearchSelect
          label={t('Main Contact')}
          route="GET /api/contact/fetchAllByCompany/:companyId"
          query={{ companyId: company.uniqueId, sort: 'lastName' }}
          nameOf={({ fullName }) => fullName}
          value={mainContact?.uniqueId ?? null}
          selectedName={mainContact?.fullName}
          onChoose={(found) => {
            close()
            save(found && { uniqueId: found.uniqueId, fullName: found.fullName, company })
          }}
          comboboxProps={{ withinPortal: false }}
          w={240}
          clearable
        />
      )}
    </EditableCell>
  )
}

const levelIn = (field: LevelField) => ({
  show: (record: ProjectCompany) => <LevelCell record={record} field={field} />,
  width: '8.6%',
})
const dayIn = (field: DayField) => ({
  show: (record: ProjectCompany) => <ContactDayCell record={record} field={field} />,
  sorts: true as const,
  width: '10.9%',
})

/** All columns except the project, with further facts of the company. Editable fields are edited in their cells. */
export const useProjectColumns = (): ProjectColumn[] => {
  const t = useText()
  const { labels } = useFields(projectCompanyFields)
  const maySeeContacts = can(useActor(), contactPolicy.see)
  const mainContact: ProjectColumn = {
    field: 'mainContact',
    head: labels.mainContact,
    show: (record) => <MainContactCell record={record} />,
    width: '11%',
  }
  return [
    { field: 'company', head: labels.company, show: ({ company }) => company.legalName, sorts: true, width: '16.2%' },
    {
      field: 'country',
      head: labels.country,
      show: ({ company }) => <Clip>{t(company.country)}</Clip>,
      sorts: true,
      width: '8.9%',
    },
    // The company's website.
    { field: 'companyUID', head: labels.website, show: ({ company }) => websiteLink(company.website), width: '9.8%' },
    { field: 'potential', head: labels.potential, ...levelIn('potential') },
    { field: 'interest', head: labels.interest, ...levelIn('interest') },
    { field: 'priority', head: labels.priority, ...levelIn('priority'), sorts: true, width: '9.5%' },
    { field: 'lastContact', head: labels.lastContact, ...dayIn('lastContact') },
    { field: 'nextContact', head: labels.nextContact, ...dayIn('nextContact') },
    ...(maySeeContacts ? [mainContact] : []),
  ]
}
