import { ActionIcon, Button, Group, Stack, Text, Textarea, Title, VisuallyHidden } from '@mantine/core'
import { IconEdit, IconGripVertical, IconTrash } from '@tabler/icons-react'
import { MAX_OWN_QUESTION_LENGTH, MAX_OWN_QUESTIONS } from '@tradewind/contract/trust/ownQuestion.fields'
import type { OwnQuestion } from '@tradewind/contract/trust/reviewQuestion.contract'
import { type SubmitEvent, useState } from 'react'
import { useList } from '#kit/api/query'
import { useText } from '#kit/text'
import { Restored } from '#ui/form/Restored'
import { useDraft } from '#ui/form/useDraft'
import { type Direction, MoveButtons } from '#ui/list/MoveButtons'
import { Card } from '#ui/page/Card'
import { Tooltip } from '#ui/page/floating'
import { QueryContent } from '#ui/page/states'
import { Badge } from '#ui/values/Badge'
import { LIST_INPUT, useDragging, useOwnQuestions, useSaveOwnQuestion } from './useOwnQuestions.ts'
import styles from './setting.module.css'

/** The own questions of the survey, in addition to those of its type. */
export const OwnQuestions = () => {
  const t = useText()
  return (
    <Card
      anchor="own-questions"
      title={t('Your own questions')}
      description={t(
        'Up to {count} questions in your own words, asked after those of your survey type. They are not translated, customers may leave them out, and they never count in your score.',
        { count: MAX_OWN_QUESTIONS },
      )}
    >
      <QueryContent of={useList('GET /api/reviewOwnQuestion/', LIST_INPUT)} height={120}>
        {({ rows }) => <Questions questions={rows} />}
      </QueryContent>
    </Card>
  )
}

const Questions = ({ questions }: { questions: readonly OwnQuestion[] }) => {
  const activeQuestions = questions.filter(({ retired }) => !retired)
  const retired = questions.filter((one) => one.retired)
  const isFull = activeQuestions.length >= MAX_OWN_QUESTIONS
  return (
    <Stack>
      {activeQuestions.length > 0 && <ActiveQuestions questions={activeQuestions} />}
      <AddQuestion isFull={isFull} />
      {retired.length > 0 && <RetiredQuestions questions={retired} isFull={isFull} />}
    </Stack>
  )
}

/** The active questions in their order. They are moved by dragging, by buttons, and by arrow keys on the buttons. */
const ActiveQuestions = ({ questions }: { questions: readonly OwnQuestion[] }) => {
  const t = useText()
  const { move, keepFocus, remove, news } = useOwnQuestions(questions)
  const { list, begin, marksOf } = useDragging((from, to) => void move(questions[from]!, to))
  const [edited, edit] = useState<string | null>(null)
  return (
    <>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      <ol className={styles.own} ref={list} aria-label={t('Your own questions')}>
        {questions.map((one, at) => (
          <li key={one.uniqueId} {...marksOf(at)}>
            {edited === one.uniqueId ? (
              <EditQuestion question={one} onDone={() => edit(null)} />
            ) : (
              <>
                <span className={styles.handle} aria-hidden data-handle onPointerDown={(event) => begin(event, at)}>
                  <IconGripVertical size={18} />
                </span>
                <Text className={styles.words ?? ''}>
                  {at + 1}. {one.question}
                </Text>
                <QuestionTools
                  question={one}
                  place={at}
                  last={questions.length - 1}
                  onMove={(direction) => {
                    keepFocus(one.uniqueId, direction)
                    void move(one, direction === 'up' ? at - 1 : at + 1)
                  }}
                  onEdit={() => edit(one.uniqueId)}
                  onRemove={() => void remove(one)}
                />
              </>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

interface ToolsProps {
  question: OwnQuestion
  place: number
  last: number
  onMove: (direction: Direction) => void
  onEdit: () => void
  onRemove: () => void
}

const QuestionTools = ({
  question: { uniqueId, question: name, answered },
  place,
  last,
  onMove,
  onEdit,
  onRemove,
}: ToolsProps) => {
  const t = useText()
  return (
    <div className={styles.tools}>
      {answered && <Badge>{t('Answered')}</Badge>}
      <MoveButtons uniqueId={uniqueId} name={name} isFirst={place === 0} isLast={place === last} onMove={onMove} />
      {!answered && (
        <Tooltip label={t('Edit {name}', { name })}>
          <ActionIcon variant="subtle" color="gray" aria-label={t('Edit {name}', { name })} onClick={onEdit}>
            <IconEdit size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={answered ? t('Retire: its answers are kept') : t('Delete')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={answered ? t('Retire {name}', { name }) : t('Delete {name}', { name })}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}

/** Edits a question without answers. */
const EditQuestion = ({ question: { uniqueId, question }, onDone }: { question: OwnQuestion; onDone: () => void }) => {
  const t = useText()
  const draft = useDraft(`review/ownQuestion/${uniqueId}`, question)
  const { save, isPending, fault } = useSaveOwnQuestion(uniqueId)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void save(draft.text).then((saved) => saved && draft.settle(draft.text, draft.text) && onDone())
  }
  return (
    <form noValidate onSubmit={submit} className={styles.words}>
      <Stack gap="xs">
        {draft.isRestored && <Restored onDiscard={draft.discard} isOutdated={draft.isOutdated} />}
        <QuestionInput label={t('Question')} value={draft.text} onChange={draft.type} error={fault} focused />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={isPending}>
            {t('Save')}
          </Button>
          <Button variant="default" size="xs" onClick={onDone}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface QuestionInputProps {
  label: string
  value: string
  onChange: (value: string) => void
  error: string | null
  /** It gets the focus when it appears. */
  focused?: boolean
  disabled?: boolean
  description?: string
}

const focus = (field: HTMLTextAreaElement | null) => field?.focus()

const QuestionInput = ({ onChange, focused, ...props }: QuestionInputProps) => (
  <Textarea
    {...props}
    {...(focused && { ref: focus })}
    autosize
    minRows={1}
    maxRows={4}
    maxLength={MAX_OWN_QUESTION_LENGTH}
    onChange={(event) => onChange(event.currentTarget.value.replaceAll('\n', ' '))}
  />
)

/** Adds a question. What was typed survives a reload. */
const AddQuestion = ({ isFull }: { isFull: boolean }) => {
  const t = useText()
  const draft = useDraft('review/ownQuestion', '')
  const { save, isPending, fault } = useSaveOwnQuestion()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void save(draft.text).then((saved) => saved && draft.settle(draft.text, ''))
  }
  if (isFull)
    return (
      <Text size="sm" c="dimmed" role="status">
        {t('Your survey asks {count} questions of your own, which is the most. Remove one to add another.', {
          count: MAX_OWN_QUESTIONS,
        })}
      </Text>
    )
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="xs" maw={640}>
        <QuestionInput
          label={t('New question')}
          description={t('It is answered with half a star to five: “How easy was it to reach us?”')}
          value={draft.text}
          onChange={draft.type}
          error={fault}
        />
        <Button type="submit" variant="default" loading={isPending} style={{ alignSelf: 'flex-start' }}>
          {t('Add question')}
        </Button>
      </Stack>
    </form>
  )
}

/** Retired questions, which are kept with their answers. */
const RetiredQuestions = ({ questions, isFull }: { questions: readonly OwnQuestion[]; isFull: boolean }) => {
  const t = useText()
  const { askAgain } = useOwnQuestions(questions)
  return (
    <Stack gap="xs" component="section" aria-labelledby="ownRetired">
      <Title order={3} size="sm" id="ownRetired">
        {t('Retired')}
      </Title>
      <ul className={styles.own}>
        {questions.map((one) => (
          <li key={one.uniqueId}>
            <Text className={styles.words ?? ''} c="dimmed">
              {one.question}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              disabled={isFull}
              onClick={() => void askAgain(one)}
              aria-label={t('Ask again: {name}', { name: one.question })}
            >
              {t('Ask again')}
            </Button>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
