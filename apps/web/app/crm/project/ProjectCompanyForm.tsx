import { SimpleGrid } from '@mantine/core'
import { contactPolicy } from '@tradewind/contract/crm/contact.policy'
import type { Project, ProjectCompany } from '@tradewind/contract/crm/project/project.contract'
import { projectCompanyFields } from '@tradewind/contract/crm/project/project.fields'
import { can } from '@tradewind/contract/kit/policy'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { DateInput } from '#ui/date/DateInput'
import { useFields } from '#ui/entity/useFields'
import { useFieldWords } from '#ui/entity/useFieldWords'
import { type FieldProps, RecordForm } from '#ui/form/FormPage'
import { RecordSelect } from '#ui/form/RecordSelect'
import { SeekOne } from '#ui/seek/SeekOne'
import { LevelSelect } from './LevelSelect.tsx'
import { empty, sentOf, type ProjectCompanyValues } from './projectCompany.values.ts'

interface ProjectCompanyFormProps {
  project: Project
  /** The one to change; without it a company is attached. */
  projectCompany: ProjectCompany | undefined
  onDone: () => void
}

/** Attaches a company to a project, or changes how it stands there. */
export const ProjectCompanyForm = ({ project, projectCompany, onDone }: ProjectCompanyFormProps) => {
  const { labels } = useFields(projectCompanyFields)
  const { show } = useFieldWords(projectCompanyFields)
  return (
    <RecordForm
      kind="projectCompany"
      record={projectCompany}
      above={`project/show/${project.uniqueId}`}
      onDone={onDone}
      empty={empty}
      sent={(fields) => sentOf(fields, projectCompany ? undefined : project.uniqueId)}
      labels={labels}
      required={['company']}
      show={show}
    >
      {(field) => <ProjectCompanyFields field={field} />}
    </RecordForm>
  )
}

const ProjectCompanyFields = ({ field }: { field: (name: keyof typeof empty) => FieldProps }) => {
  const [company, mainContact] = [field('company'), field('mainContact')]
  const companyId = (company.value as typeof empty.company)?.uniqueId ?? null
  const choose = (uniqueId: string | null) => {
    if (uniqueId === companyId) return
    company.onChange(uniqueId && { uniqueId })
    mainContact.onChange(null)
  }
  return (
    <>
      <RecordSelect {...company} openOnFocus={false} kind="company" by="legalName" value={companyId} onChange={choose} />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <LevelSelect {...field('potential')} />
        <LevelSelect {...field('interest')} />
        <LevelSelect {...field('priority')} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DateInput {...field('lastContact')} />
        <DateInput {...field('nextContact')} />
      </SimpleGrid>
      <MainContactSelect {...mainContact} companyId={companyId} />
    </>
  )
}

interface MainContactSelectProps extends FieldProps {
  companyId: string | null
}

/** One of the company's contacts. The one that was chosen before stays until another company is. */
const MainContactSelect = ({ companyId, value, onChange, ...field }: MainContactSelectProps) => {
  const t = useText()
  const maySee = can(useActor(), contactPolicy.see)
  const contact = value as ProjectCompanyValues['mainContact']
  return (
    <SeekOne
      key={companyId}
      {...field}
      route="GET /api/contact/fetchAllByCompany/:companyId"
      asked={{ companyId: companyId ?? '', sort: 'lastName' }}
      enabled={companyId !== null && maySee}
      nameOf={({ fullName }) => fullName}
      value={contact?.uniqueId ?? null}
      called={contact?.fullName}
      onChoose={(found) => onChange(found && { uniqueId: found.uniqueId, fullName: found.fullName })}
      description={companyId ? undefined : t('Choose the company first.')}
      disabled={!companyId}
      clearable
    />
  )
}
