import { Button, Stack, Tabs } from '@mantine/core'
import { IconMessageQuestion, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pathOf, useArea } from '#kit/area'
import { useParam } from '#kit/browser/search-params'
import { useIsNarrow } from '#kit/browser/useIsNarrow'
import { useText } from '#kit/text'
import { NativeSelect } from '#ui/form/NativeSelect'
import { ListSkeleton } from '#ui/list/Paged'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState, ErrorState } from '#ui/page/states'
import { groupsOf, isGroup, type QuestionConfig, useActiveQuestions, useRetiredQuestions } from '#ui/question/questionConfig'
import { ActiveRows, RetiredRows } from './QuestionRows.tsx'

/** The active questions of each group, in their order; below, the retired ones. */
export const QuestionListPage = ({ config }: { config: QuestionConfig }) => {
  const t = useText()
  const [word, setWord] = useParam(config.group.word)
  const first = groupsOf(config)[0] ?? ''
  const group = isGroup(config, word) ? word : first
  return (
    <Stack gap="md">
      <PageHeader title={t(config.title)}>
        <Create config={config} group={group} />
      </PageHeader>
      <Groups config={config} group={group} onChoose={(next) => setWord(next === first ? '' : next)}>
        <Questions key={group} config={config} group={group} />
      </Groups>
    </Stack>
  )
}

interface GroupProps {
  config: QuestionConfig
  group: string
}

const Create = ({ config, group }: GroupProps) => {
  const t = useText()
  const at = useArea()
  return (
    <Button
      component={Link}
      to={at(pathOf(config.kind, `create?${config.group.word}=${encodeURIComponent(group)}`))}
      prefetch="intent"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('New question')}
    </Button>
  )
}

interface GroupsProps {
  config: QuestionConfig
  group: string
  onChoose: (group: string) => void
  children: ReactNode
}

/** The groups: tabs, or a select on a phone. */
const Groups = ({ config, group: currentGroup, onChoose, children }: GroupsProps) => {
  const t = useText()
  const narrow = useIsNarrow()
  const { label, names } = config.group
  const groups = groupsOf(config)
  if (narrow) {
    return (
      <Stack>
        <NativeSelect
          label={t(label)}
          data={groups.map((group) => ({ value: group, label: t(names[group]!) }))}
          value={currentGroup}
          onChange={(event) => onChoose(event.currentTarget.value)}
        />
        {children}
      </Stack>
    )
  }
  // Ids are made of the values of tabs, and must not contain spaces.
  const place = String(groups.indexOf(currentGroup))
  return (
    <Tabs value={place} onChange={(at) => onChoose(groups[Number(at)] ?? '')}>
      <Tabs.List aria-label={t(label)}>
        {groups.map((group, at) => (
          <Tabs.Tab key={group} value={String(at)}>
            {t(names[group]!)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={place} pt="md">
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}

const Questions = ({ config, group }: GroupProps) => {
  const activeQuestions = useActiveQuestions(config, group)
  const retiredQuestions = useRetiredQuestions(config, group)
  const failure = activeQuestions.error ?? retiredQuestions.error
  if (activeQuestions.data && retiredQuestions.data) {
    if (activeQuestions.data.total + retiredQuestions.data.total === 0) return <NoQuestions config={config} group={group} />
    return (
      <Stack gap="xl">
        <ActiveRows config={config} group={group} questions={activeQuestions.data.rows} />
        <RetiredRows config={config} questions={retiredQuestions.data.rows} />
      </Stack>
    )
  }
  if (!failure) return <ListSkeleton />
  return (
    <ErrorState failure={failure} onRetry={() => void Promise.all([activeQuestions.refetch(), retiredQuestions.refetch()])} />
  )
}

const NoQuestions = ({ config, group }: GroupProps) => {
  const t = useText()
  return (
    <EmptyState icon={IconMessageQuestion} title={t('No questions yet')} text={t(config.empty)}>
      <Create config={config} group={group} />
    </EmptyState>
  )
}
