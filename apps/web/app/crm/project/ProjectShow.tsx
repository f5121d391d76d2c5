import { IconFileText } from '@tabler/icons-react'
import { projectPolicy } from '@tradewind/contract/crm/policies'
import type { Project } from '@tradewind/contract/crm/project.contract'
import { projectFields } from '@tradewind/contract/crm/project.fields'
import { can } from '@tradewind/contract/kit/policy'
import { historyOf } from '@tradewind/contract/platform/policies'
import { isMember } from '@tradewind/contract/roles'
import { type ReactNode, Suspense, useState } from 'react'
import { RecordParts } from '#crm/RecordParts'
import { Timeline } from '#crm/Timeline'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { phrase, useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { useFieldWords } from '#ui/entity/useFieldWords'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { HeaderLink } from '#ui/page/PageHeader'
import { DetailPage, Facts, Panel } from '#ui/record/DetailPage'
import { History } from '#ui/record/History'
import { ProjectCompanies } from './ProjectCompanies.tsx'
import { useProjectCompanyLayer } from './ProjectCompanyMenu.tsx'
import { namesIn, useProjectEditing } from './useProjectEditing.ts'

export const handle = { name: phrase('Project') }
export const clientLoader = guard({ rules: projectPolicy.see })

export default function ProjectShow() {
  const t = useText()
  const actor = useActor()
  const words = useFieldWords(projectFields)
  return (
    <DetailPage kind="project" policy={projectPolicy} listTitle={t('Projects')} nameOf={({ name }) => name} actions={actionsOf}>
      {(project) => (
        <>
          <Panel>
            <ProjectFacts project={project} />
          </Panel>
          <ProjectCompanies project={project} />
          <Timeline kind="project" uniqueId={project.uniqueId} />
          <RecordParts kind="project" uniqueId={project.uniqueId} />
          {can(actor, historyOf(projectPolicy), project) && <History kind="project" uniqueId={project.uniqueId} {...words} />}
          <ProjectCompanyLayer project={project} />
        </>
      )}
    </DetailPage>
  )
}

const actionsOf = ({ uniqueId }: Project, own: ReactNode) => (
  <>
    <ProjectSummaries uniqueId={uniqueId} />
    {own}
  </>
)

const ProjectSummaries = ({ uniqueId }: { uniqueId: string }) => {
  const t = useText()
  const at = useArea()
  return (
    <HeaderLink icon={IconFileText} to={at(`projectSummaries/${uniqueId}`)}>
      {t('Summaries of the project')}
    </HeaderLink>
  )
}

/** Members share with nobody: they have no use for the words about it. */
const ProjectFacts = ({ project }: { project: Project }) => {
  const t = useText()
  const member = isMember(useActor())
  const { facts } = useFields(projectFields)
  const edit = useProjectEditing()
  const sharedWith = () => namesIn(project) || t('Nobody')
  const createdByName = () => project.createdByName ?? t('former user')
  return (
    <Facts
      facts={facts(project, { sharedWith, createdByName }, edit).filter(({ field }) => !(member && field === 'sharedWith'))}
    />
  )
}

const ProjectCompanyDialog = lazyWithRetry(async () => (await import('./ProjectCompanyDialog.tsx')).ProjectCompanyDialog)

/** What is done with the companies of a project lies over its page. It is fetched with the first of it. */
const ProjectCompanyLayer = ({ project }: { project: Project }) => {
  const { doing } = useProjectCompanyLayer()
  const [opened, setOpened] = useState(false)
  if (doing && !opened) setOpened(true)
  return (
    opened && (
      <Suspense>
        <ProjectCompanyDialog project={project} />
      </Suspense>
    )
  )
}
