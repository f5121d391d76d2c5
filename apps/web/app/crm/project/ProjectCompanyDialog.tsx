import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import type { Project, ProjectCompany } from '@tradewind/contract/crm/project/project.contract'
import { projectCompanyFields } from '@tradewind/contract/crm/project/project.fields'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Failure, failureOf } from '#kit/api/failure'
import { useCurrentRecord, useSave } from '#kit/api/records'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { phrase, useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import { useFields } from '#ui/entity/useFields'
import { ErrorSummary } from '#ui/page/ErrorSummary'
import { Read } from '#ui/page/Read'
import { useToast } from '#ui/page/toast'
import { Facts } from '#ui/record/Facts'
import { Website } from '#ui/values/Website'
import { LevelBadge } from './LevelBadge.tsx'
import { LevelSelect } from './LevelSelect.tsx'
import { ProjectCompanyForm } from './ProjectCompanyForm.tsx'
import { seesCompany } from './seesCompany.ts'
import { type Doing, useProjectCompanyLayer } from './useProjectCompanyLayer.ts'

const titles: Record<Doing, string> = {
  attach: phrase('Attach Company Details'),
  details: phrase('Company Details'),
  edit: phrase('Edit Company Details for Project'),
  priority: phrase('Edit Priority'),
}

/** Shows what the address asks for. The last one stays drawn while the dialog closes. */
export const ProjectCompanyDialog = ({ project }: { project: Project }) => {
  const t = useText()
  const { doing, uniqueId, close } = useProjectCompanyLayer()
  const [shown, setShown] = useState({ doing, uniqueId })
  if (doing && (doing !== shown.doing || uniqueId !== shown.uniqueId)) setShown({ doing, uniqueId })
  return (
    <Dialog
      opened={doing !== undefined}
      onClose={close}
      title={shown.doing && t(titles[shown.doing])}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {shown.doing && (
        <Body
          key={`${shown.doing}.${shown.uniqueId}`}
          doing={shown.doing}
          uniqueId={shown.uniqueId}
          project={project}
          onDone={close}
        />
      )}
    </Dialog>
  )
}

interface BodyProps {
  doing: Doing
  uniqueId: string
  project: Project
  onDone: () => void
}

const Body = (props: BodyProps) =>
  props.doing === 'attach' ? <ProjectCompanyForm {...props} projectCompany={undefined} /> : <OfProjectCompany {...props} />

const OfProjectCompany = ({ doing, uniqueId, project, onDone }: BodyProps) => {
  const projectCompany = useCurrentRecord('projectCompany', uniqueId)
  return (
    <Read of={projectCompany} height={260}>
      {(current) => {
        if (doing === 'details') return <ProjectCompanyFacts projectCompany={current} />
        if (doing === 'priority') return <PriorityForm projectCompany={current} onDone={onDone} />
        return <ProjectCompanyForm project={project} projectCompany={current} onDone={onDone} />
      }}
    </Read>
  )
}

/** A company, and how it stands in the project. */
const ProjectCompanyFacts = ({ projectCompany }: { projectCompany: ProjectCompany }) => {
  // Left out for who may not see it.
  const { facts } = useFields(projectCompany.mainContact === undefined ? withoutContact : projectCompanyFields)
  return <Facts facts={facts(projectCompany, shown)} />
}

const { mainContact: _, ...withoutContact } = projectCompanyFields
const shown = {
  company: (projectCompany: ProjectCompany) => <CompanyName projectCompany={projectCompany} />,
  country: ({ company }: ProjectCompany) => company.country || null,
  website: ({ company }: ProjectCompany) => (company.website ? <Website address={company.website} /> : null),
  potential: ({ potential }: ProjectCompany) => <LevelBadge level={potential} />,
  interest: ({ interest }: ProjectCompany) => <LevelBadge level={interest} />,
  priority: ({ priority }: ProjectCompany) => <LevelBadge level={priority} />,
}

const CompanyName = ({ projectCompany }: { projectCompany: ProjectCompany }) => {
  const at = useArea()
  const { company } = projectCompany
  if (!seesCompany(useActor(), projectCompany)) return company.legalName
  return (
    <Anchor component={Link} to={at(`company/show/${company.uniqueId}`)} prefetch="intent" inherit fw={600}>
      {company.legalName}
    </Anchor>
  )
}

/** Changes nothing but the priority. */
const PriorityForm = ({ projectCompany, onDone }: { projectCompany: ProjectCompany; onDone: () => void }) => {
  const t = useText()
  const { labels } = useFields(projectCompanyFields)
  const [priority, setPriority] = useState(projectCompany.priority)
  const { save, isPending, failure } = usePriority(projectCompany.uniqueId, onDone)
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void save(priority)
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {failure && <ErrorSummary failure={failure} labels={labels} />}
        <Text fw={600}>{projectCompany.company.legalName}</Text>
        <LevelSelect
          id="priority"
          name="priority"
          label={labels.priority}
          required={false}
          error={null}
          value={priority}
          onChange={(chosen) => setPriority(chosen as typeof priority)}
        />
        <Group>
          <Button type="submit" loading={isPending}>
            {t('Save')}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const usePriority = (uniqueId: string, onDone: () => void) => {
  const toast = useToast()
  const { save, isPending } = useSave('projectCompany')
  const [failure, setFailure] = useState<Failure | null>(null)
  const change = async (priority: ProjectCompany['priority']) => {
    setFailure(null)
    try {
      toast.reply(await save({ uniqueId, priority }))
      onDone()
    } catch (error) {
      setFailure(failureOf(error))
    }
  }
  return { save: change, isPending, failure }
}
