import { SimpleGrid } from '@mantine/core'
import type { ProjectCompany } from '@tradewind/contract/crm/project.contract'
import { projectCompanyFields } from '@tradewind/contract/crm/project.fields'
import { useState } from 'react'
import { LevelSelect } from '#crm/project/LevelBadge'
import type { Subject } from '#crm/subject'
import type { Failure } from '#kit/api/failure'
import { useRecord } from '#kit/api/records'
import { useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import { useFields } from '#ui/entity/useFields'
import { type FieldProps, RecordForm } from '#ui/form/FormPage'
import { SearchSelect } from '#ui/form/SearchSelect'
import { QueryContent } from '#ui/page/states'
import type { RecordDialogProps } from './AddTask.tsx'

type Level = ProjectCompany['priority']
interface Chosen {
  uniqueId: string
  name: string
}

const empty = {
  project: null as Chosen | null,
  potential: null as Level,
  interest: null as Level,
  priority: null as Level,
}

/** Adds a company to a project, or the company of a contact with the contact as its main contact. */
export const AddToProject = ({ subject, opened, onClose }: RecordDialogProps) => {
  const t = useText()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Add to Project')} size="lg">
      {subject.kind === 'company' ? (
        <ProjectCompanyForm subject={subject} ids={{ company: subject.uniqueId }} onClose={onClose} />
      ) : (
        <OfContact subject={subject} onClose={onClose} />
      )}
    </Dialog>
  )
}

const OfContact = ({ subject, onClose }: Omit<RecordDialogProps, 'opened'>) => (
  <QueryContent of={useRecord('contact', subject.uniqueId)} height={260}>
    {({ companyId }) => (
      <ProjectCompanyForm subject={subject} ids={{ company: companyId, mainContact: subject.uniqueId }} onClose={onClose} />
    )}
  </QueryContent>
)

interface ProjectCompanyFormProps {
  subject: Subject
  ids: { company: string; mainContact?: string }
  onClose: () => void
}

const ProjectCompanyForm = ({ subject, ids, onClose }: ProjectCompanyFormProps) => {
  const { labels } = useFields(projectCompanyFields)
  return (
    <RecordForm
      kind="projectCompany"
      record={undefined}
      parentPath={`${subject.kind}/show/${subject.uniqueId}`}
      onDone={onClose}
      empty={empty}
      labels={labels}
      required={['project']}
      sent={({ project, ...fields }) => ({ ...fields, ...ids, project: project?.uniqueId ?? '' })}
    >
      {(field, failure) => (
        <>
          <ProjectSelect {...field('project')} failure={failure} />
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            <LevelSelect {...field('potential')} />
            <LevelSelect {...field('interest')} />
            <LevelSelect {...field('priority')} />
          </SimpleGrid>
        </>
      )}
    </RecordForm>
  )
}

/** Selects a project to which companies may be added. Shows the server's error that the company is already in it, until another is chosen. */
const ProjectSelect = ({ failure, value, error, ...field }: FieldProps & { failure: Failure | null }) => {
  const t = useText()
  const project = value as Chosen | null
  const [lastRefusal, setLastRefusal] = useState({ failure, project })
  if (failure !== lastRefusal.failure) setLastRefusal({ failure, project })
  const isAlreadyIn = failure?.status === 409 && lastRefusal.project?.uniqueId === project?.uniqueId
  return (
    <SearchSelect
      {...field}
      error={isAlreadyIn ? t(failure.message) : error}
      route="GET /api/project/"
      query={{ sort: 'name', attachable: 'true' }}
      searchField="name"
      nameOf={({ name }) => name}
      value={project?.uniqueId ?? null}
      selectedName={project?.name}
      onChoose={(found) => field.onChange(found && { uniqueId: found.uniqueId, name: found.name })}
      openOnFocus={false}
    />
  )
}
