import { Button, NativeSelect, Stack, Tabs } from '@mantine/core'
import { IconMessageQuestion, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pathOf, useArea } from '#kit/area'
import { useIsNarrow } from '#kit/browser/narrow'
import { useParam } from '#kit/browser/search-params'
import { useText } from '#kit/text'
import { ListSkeleton } from '#ui/list/Paged'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState, ErrorState } from '#ui/page/states'
import { groupsOf, isGroup, type QuestionConfig, useActiveQuestions, useRetiredQuestions } from '#ui/question/questionConfig'
import { ActiveRows, RetiredRows } from './QuestionRows.tsx'

/** The active questions of each group, in their order; below, the retired ones. */
export const QuestionListPage = ({ asking }: { asking: QuestionConfig }) => {
  const t = useText()
  const [word, setWord] = useParam(asking.group.word)
  const first = groupsOf(asking)[0] ?? ''
  const group = isGroup(asking, word) ? word : first
  return (
    <Stack gap="md">
      <PageHeader title={t(asking.many)}>
        <Create asking={asking} group={group} />
      </PageHeader>
      <Groups asking={asking} chosen={group} onChoose={(next) => setWord(next === first ? '' : next)}>
        <Questions key={group} asking={asking} group={group} />
      </Groups>
    </Stack>
  )
}

interface GroupProps {
  asking: QuestionConfig
  group: string
}

const Create = ({ asking, group }: GroupProps) => {
  const t = useText()
  const at = useArea()
  return (
    <Button
      component={Link}
      to={at(pathOf(asking.kind, `create?${asking.group.word}=${group}`))}
      prefetch="intent"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('New question')}
    </Button>
  )
}

interface GroupsProps {
  asking: QuestionConfig
  chosen: string
  onChoose: (group: string) => void
  children: ReactNode
}

/** The groups: tabs, or a select on a phone. */
const Groups = ({ asking, chosen, onChoose, children }: GroupsProps) => {
  const t = useText()
  const narrow = useIsNarrow()
  const { label, names } = asking.group
  if (narrow) {
    return (
      <Stack>
        <NativeSelect
          label={t(label)}
          data={groupsOf(asking).map((group) => ({ value: group, label: t(names[group]!) }))}
          value={chosen}
          onChange={(event) => onChoose(event.currentTarget.value)}
        />
        {children}
      </Stack>
    )
  }
  return (
    <Tabs value={chosen} onChange={(group) => onChoose(group ?? '')}>
      <Tabs.List aria-label={t(label)}>
        {groupsOf(asking).map((group) => (
          <Tabs.Tab key={group} value={group}>
            {t(names[group]!)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={chosen} pt="md">
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}

const Questions = ({ asking, group }: GroupProps) => {
  const activeQuestions = useActiveQuestions(asking, group)
  const retiredQuestions = useRetiredQuestions(asking, group)
  const failure = activeQuestions.error ?? retiredQuestions.error
  if (activeQuestions.data && retiredQuestions.data) {
    if (activeQuestions.data.total + retiredQuestions.data.total === 0) return <NoQuestions asking={asking} group={group} />
    return (
      <Stack gap="xl">
        <ActiveRows asking={asking} group={group} questions={activeQuestions.data.rows} />
        <RetiredRows asking={asking} questions={retiredQuestions.data.rows} />
      </Stack>
    )
  }
  if (!failure) return <ListSkeleton />
  return (
    <ErrorState failure={failure} onRetry={() => void Promise.all([activeQuestions.refetch(), retiredQuestions.refetch()])} />
  )
}

const NoQuestions = ({ asking, group }: GroupProps) => {
  const t = useText()
  return (
    <EmptyState icon={IconMessageQuestion} title={t('No questions yet')} text={t(asking.empty)}>
      <Create asking={asking} group={group} />
    </EmptyState>
  )
}
