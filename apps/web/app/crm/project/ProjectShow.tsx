import { Button, Group, Stack } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import type { Project } from '@tradewind/contract/crm/project.contract'
import { projectPolicy } from '@tradewind/contract/crm/project.policy'
import { can } from '@tradewind/contract/kit/policy'
import { historyOf } from '@tradewind/contract/platform/audit.policy'
import { isMember } from '@tradewind/contract/roles'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { phrase, useText } from '#kit/text'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { DetailPage, Panel } from '#ui/record/DetailPage'
import { Facts } from '#ui/record/Facts'
import { History } from '#ui/record/History'
import { Timeline } from '#ui/record/Timeline'
import { Day } from '#ui/values/Day'
import { Places } from './Places.tsx'
import { namesIn, projectLabelsIn, showIn } from './project.words.ts'
import { usePlaceLayer } from './usePlaceLayer.ts'

export const handle = { name: phrase('Project') }
export const clientLoader = guard({ rules: projectPolicy.see })

export default function ProjectShow() {
  const t = useText()
  const actor = useActor()
  return (
    <DetailPage kind="project" policy={projectPolicy} listTitle={t('Projects')} nameOf={({ name }) => name}>
      {(project) => (
        <>
          <Panel>
            <ProjectFacts project={project} />
          </Panel>
          <Places project={project} />
          <Timeline kind="project" uniqueId={project.uniqueId} />
          {can(actor, historyOf(projectPolicy), project) && (
            <History kind="project" uniqueId={project.uniqueId} labels={projectLabelsIn(t)} show={showIn(t)} />
          )}
          <PlaceLayer project={project} />
        </>
      )}
    </DetailPage>
  )
}

const ProjectFacts = ({ project }: { project: Project }) => {
  const t = useText()
  const at = useArea()
  const member = isMember(useActor())
  const people = member ? [] : [{ label: t('Shared With'), value: namesIn(project) || t('Nobody') }]
  return (
    <Stack>
      <Facts
        facts={[
          ...people,
          { label: t('Created by'), value: project.createdByName ?? t('former user') },
          { label: t('Date Created'), value: <Day at={project.dateCreated} /> },
        ]}
      />
      <Group>
        <Button
          component={Link}
          to={at(`projectSummaries/${project.uniqueId}`)}
          prefetch="intent"
          variant="default"
          leftSection={<IconFileText size={16} aria-hidden />}
        >
          {t('Summaries of the project')}
        </Button>
      </Group>
    </Stack>
  )
}

const PlaceDialog = lazyWithRetry(async () => (await import('./PlaceDialog.tsx')).PlaceDialog)

/** What is done with the companies of a project lies over its page. It is fetched with the first of it. */
const PlaceLayer = ({ project }: { project: Project }) => {
  const { doing } = usePlaceLayer()
  const [opened, setOpened] = useState(false)
  if (doing && !opened) setOpened(true)
  return (
    opened && (
      <Suspense>
        <PlaceDialog project={project} />
      </Suspense>
    )
  )
}
