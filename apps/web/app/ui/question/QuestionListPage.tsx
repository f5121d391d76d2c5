import { Button, Stack, Tabs, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconMessageQuestion, IconPlus, IconArchive, IconEdit, IconEye, IconRestore, IconTrash } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { failureOf } from '#kit/api/failure'
import { pathOf, useArea } from '#kit/area'
import { useParam } from '#kit/browser/search-params'
import { useIsNarrow } from '#kit/browser/useIsNarrow'
import { useText, languageNames, type Translate } from '#kit/text'
import { useConfirmedRemove } from '#ui/dialog/deletion'
import { NativeSelect } from '#ui/form/NativeSelect'
import type { Column } from '#ui/list/columns'
import { MoveButtons, useFocusAfterMove } from '#ui/list/MoveButtons'
import { ListSkeleton } from '#ui/list/Paged'
import { Rows } from '#ui/list/Rows'
import { Menu } from '#ui/page/floating'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState, ErrorState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import {
  groupsOf,
  isGroup,
  type QuestionConfig,
  useActiveQuestions,
  useRetiredQuestions,
  nameOf,
  type Question,
  questionLabels,
  translatedLanguages,
  useCachedActiveQuestions,
  useQuestionRetirement,
  useUpdate,
} from '#ui/question/questionConfig'
import { usePrefetchRecordPage } from '#ui/record/RecordLink'
import { RowMenu } from '#ui/record/RowMenu'
import { Badge, Badges } from '#ui/values/Badge'
import { Clip } from '#ui/values/Clip'

/** Moves a question by one position, optimistically. The pressed button keeps the focus, although its row moves. */
const useQuestionMoves = (config: QuestionConfig, group: string, questions: readonly Question[]) => {
  const t = useText()
  const toast = useToast()
  const change = useCachedActiveQuestions(config, group)
  const { mutateAsync } = useUpdate(config)
  const keepFocus = useFocusAfterMove(questions)
  const [news, setNews] = useState('')

  const move = async (question: Question, direction: 'up' | 'down') => {
    const { uniqueId } = question
    let newIndex = -1
    // The position is read from the cache: the page may be outdated.
    await change((list) => {
      const rows = list.rows.filter(({ retired }) => !retired)
      const from = rows.findIndex((one) => one.uniqueId === uniqueId)
      const to = direction === 'up' ? from - 1 : from + 1
      if (from < 0 || to < 0 || to >= rows.length) return list
      newIndex = to
      keepFocus(uniqueId, direction)
      return { ...list, rows: swapItems(rows, from, to) }
    })
    if (newIndex < 0) return
    setNews(t('{name} is now at position {place}', { name: nameOf(question), place: String(newIndex + 1) }))
    await mutateAsync({ uniqueId, position: newIndex + 1 }).catch((error: unknown) => toast.failure(failureOf(error)))
  }
  return { move, news }
}

/** The list with two of its items swapped. */
const swapItems = <T,>(list: readonly T[], one: number, other: number): T[] =>
  list.map((item, at) => {
    if (at === one) return list[other] ?? item
    return at === other ? (list[one] ?? item) : item
  })

const questionColumns = (t: Translate, config: QuestionConfig): Column<Question>[] => {
  const labels = questionLabels(t, config)
  const words: Column<Question> = { field: 'question', head: labels.question, show: ({ question }) => <Clip>{question}</Clip> }
  const name: Column<Question> = { field: 'headline', head: labels.headline, show: nameOf, width: '21%' }
  return [
    ...(config.fields.includes('headline') ? [name, words] : [{ ...words, show: nameOf }]),
    {
      field: 'translations',
      head: labels.translations,
      show: ({ translations }) => <TranslatedLanguages translations={translations} />,
      width: '19%',
    },
    {
      field: 'answered',
      head: t('Answers'),
      show: ({ answered }) => (answered ? <Badge>{t('Answered')}</Badge> : t('None yet')),
      width: '12%',
    },
  ]
}

const TranslatedLanguages = ({ translations }: Pick<Question, 'translations'>) => {
  const t = useText()
  const languages = translatedLanguages(translations)
  if (languages.length === 0) return t('None')
  return (
    <Badges>
      {languages.map((language) => (
        <Badge key={language} variant="outline" title={languageNames[language]}>
          {language}
        </Badge>
      ))}
    </Badges>
  )
}

type Move = (question: Question, direction: 'up' | 'down') => void

/** The column of positions, with the buttons that move a question. */
const positionColumn = (t: Translate, config: QuestionConfig, questions: readonly Question[], move: Move): Column<Question> => ({
  field: 'position',
  head: questionLabels(t, config).position,
  show: (question) => (
    <PositionCell
      question={question}
      place={questions.indexOf(question) + 1}
      last={questions.length}
      onMove={(direction) => move(question, direction)}
    />
  ),
  width: '118px',
})

const useRowProps = (config: QuestionConfig) => {
  const at = useArea()
  const prefetch = usePrefetchRecordPage(config.kind)
  return {
    menuOf: (question: Question) => <QuestionMenu config={config} question={question} />,
    linkOf: ({ uniqueId }: Question) => at(pathOf(config.kind, `show/${uniqueId}`)),
    onPrefetch: ({ uniqueId }: Question) => prefetch(uniqueId),
  }
}

interface ActiveRowsProps {
  config: QuestionConfig
  group: string
  questions: readonly Question[]
}

/** The active questions of a group, in their order. One that was just retired is hidden immediately. */
export const ActiveRows = ({ config, group, questions }: ActiveRowsProps) => {
  const t = useText()
  const { move, news } = useQuestionMoves(config, group, questions)
  const [name, ...others] = questionColumns(t, config)
  const active = questions.filter(({ retired }) => !retired)
  const positions = positionColumn(t, config, active, (question, direction) => void move(question, direction))
  return (
    <>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      <Rows label={t('Asked now')} rows={active} columns={[name!, positions, ...others]} {...useRowProps(config)} />
    </>
  )
}

/** The retired questions: they still count in earlier scores. One that is asked again is hidden immediately. */
export const RetiredRows = ({ config, questions }: Omit<ActiveRowsProps, 'group'>) => {
  const t = useText()
  const rows = useRowProps(config)
  const retired = questions.filter((one) => one.retired)
  if (retired.length === 0) return null
  return (
    <Stack gap="xs" component="section" aria-labelledby="retired">
      <Title order={2} size="h4" id="retired">
        {t('Retired')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('These are no longer asked. Their answers still count.')}
      </Text>
      <Rows label={t('Retired')} rows={retired} columns={questionColumns(t, config)} {...rows} />
    </Stack>
  )
}

/** The menu of one question. */
const QuestionMenu = ({ config, question }: { config: QuestionConfig; question: Question }) => {
  const t = useText()
  const at = useArea()
  const remove = useConfirmedRemove(config.kind)
  const { retire, askAgain } = useQuestionRetirement(config)
  const { uniqueId, retired, answered } = question
  const to = (screen: 'show' | 'edit') => at(pathOf(config.kind, `${screen}/${uniqueId}`))
  return (
    <RowMenu name={nameOf(question)}>
      <Menu.Item component={Link} to={to('show')} leftSection={<IconEye size={16} aria-hidden />}>
        {t('Details')}
      </Menu.Item>
      <Menu.Item component={Link} to={to('edit')} leftSection={<IconEdit size={16} aria-hidden />}>
        {t('Edit')}
      </Menu.Item>
      {retired ? (
        <Menu.Item onClick={() => void askAgain(question)} leftSection={<IconRestore size={16} aria-hidden />}>
          {t('Ask again')}
        </Menu.Item>
      ) : (
        <Menu.Item onClick={() => void retire(question)} leftSection={<IconArchive size={16} aria-hidden />}>
          {t('Retire')}
        </Menu.Item>
      )}
      {!answered && (
        <Menu.Item
          color="red"
          onClick={() => void remove(uniqueId, nameOf(question))}
          leftSection={<IconTrash size={16} aria-hidden />}
        >
          {t('Delete')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}

interface PositionCellProps {
  question: Question
  /** Counted from 1. */
  place: number
  last: number
  onMove: ComponentProps<typeof MoveButtons>['onMove']
}

/** The position of a question, with the buttons that move it. */
const PositionCell = ({ question, place, last, onMove }: PositionCellProps) => (
  <MoveButtons uniqueId={question.uniqueId} name={nameOf(question)} isFirst={place === 1} isLast={place === last} onMove={onMove}>
    <Text span inherit miw="2ch">
      {place}
    </Text>
  </MoveButtons>
)

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
