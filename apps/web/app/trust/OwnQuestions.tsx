import { ActionIcon, Button, Group, Stack, Text, Textarea, Title, VisuallyHidden } from '@mantine/core'
import { IconEdit, IconGripVertical, IconTrash } from '@tabler/icons-react'
import { MAX_OWN_QUESTION_LENGTH, MAX_OWN_QUESTIONS } from '@tradewind/contract/trust/review.constants'
import type { OwnQuestion } from '@tradewind/contract/trust/reviewQuestion.contract'
import { type ComponentProps, type PointerEvent, type SubmitEvent, useRef, useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useCachedAnswer, useList, useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { Restored } from '#ui/form/Restored'
import { useDraft } from '#ui/form/useStoredDraft'
import { MoveButtons, useFocusAfterMove } from '#ui/list/MoveButtons'
import { Card } from '#ui/page/Card'
import { Tooltip } from '#ui/page/floating'
import { QueryContent } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Badge } from '#ui/values/Badge'
import styles from './setting.module.css'

/** All own questions: few are active, and the retired ones have answers. */
export const LIST_INPUT = { size: 500 }

type SendOptions = NonNullable<Parameters<typeof useSend>[1]>
const changes = { changes: ['reviewOwnQuestion', 'review', 'audit'], queueKey: 'ownQuestions' } as const satisfies SendOptions

const useCalls = () => ({
  create: useSend('POST /api/reviewOwnQuestion/', changes),
  change: useSend('PATCH /api/reviewOwnQuestion/:uniqueId', changes),
  remove: useSend('DELETE /api/reviewOwnQuestion/:uniqueId', changes),
})

/** The actions on the own questions. A removal can be undone while its toast is shown. */
export const useOwnQuestions = (questions: readonly OwnQuestion[]) => {
  const t = useText()
  const toast = useToast()
  const list = useCachedAnswer('GET /api/reviewOwnQuestion/', LIST_INPUT)
  const calls = useCalls()
  const keepFocus = useFocusAfterMove(questions)
  const [news, setNews] = useState('')
  const withErrorToast = (pending: Promise<unknown>) =>
    pending.catch((error: unknown) => {
      toast.failure(failureOf(error))
      return list.refresh()
    })

  /** Moves a question to an index from 0, with an optimistic update. */
  const move = async (one: OwnQuestion, to: number) => {
    const { uniqueId, question: name } = one
    const from = questions.findIndex((other) => other.uniqueId === uniqueId)
    if (to < 0 || to >= questions.length || to === from) return
    await list.change((page) => {
      const others = page.rows.filter((row) => row.uniqueId !== uniqueId)
      return { ...page, rows: others.toSpliced(to, 0, one) }
    })
    setNews(t('{name} is now at position {place}', { name, place: String(to + 1) }))
    await withErrorToast(calls.change.mutateAsync({ uniqueId, position: to + 1 }))
  }

  const removeWithUndo = async ({ uniqueId, question, position }: OwnQuestion) => {
    const reply = await calls.remove.mutateAsync({ uniqueId })
    const undo = (): Promise<unknown> =>
      reply.data.retired
        ? calls.change.mutateAsync({ uniqueId, retired: false, position })
        : calls.create.mutateAsync({ question, position })
    toast.reply(reply, () => void withErrorToast(undo()))
  }
  const remove = (one: OwnQuestion) => withErrorToast(removeWithUndo(one))

  const askAgain = ({ uniqueId }: OwnQuestion) =>
    withErrorToast(calls.change.mutateAsync({ uniqueId, retired: false }).then((reply) => toast.reply(reply)))

  return { move, keepFocus, remove, askAgain, news }
}

/** Saves a new or changed question. Returns whether it was saved; faults are shown at the field. */
export const useSaveOwnQuestion = (uniqueId?: string) => {
  const t = useText()
  const toast = useToast()
  const { create, change } = useCalls()
  const [fault, setFault] = useState<string | null>(null)
  const save = async (question: string) => {
    setFault(null)
    try {
      toast.reply(await (uniqueId ? change.mutateAsync({ uniqueId, question }) : create.mutateAsync({ question })))
      return true
    } catch (error) {
      const { fields, message } = failureOf(error)
      setFault(t(fields['question'] ?? message))
      return false
    }
  }
  return { save, isPending: create.isPending || change.isPending, fault }
}

/** A dragged item: its original and its target index. */
interface Dragged {
  from: number
  to: number
}

/** Dragging of list items by a handle, with mouse, pen or finger. `list` is the list's ref, `begin` for the handle's `onPointerDown`. */
export const useDragging = (onMove: (from: number, to: number) => void) => {
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<Dragged | null>(null)

  const begin = (event: PointerEvent<HTMLElement>, from: number) => {
    if (event.button !== 0 || !list.current) return
    event.preventDefault()
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    const abortController = new AbortController()
    const { signal } = abortController
    let to = from
    const trackPointer = ({ clientY }: globalThis.PointerEvent) => {
      const boxes = [...(list.current?.children ?? [])].map((item) => item.getBoundingClientRect())
      to = boxes.filter(({ top, height }, at) => at !== from && top + height / 2 < clientY).length
      setDragged({ from, to })
    }
    const stop = () => {
      abortController.abort()
      setDragged(null)
    }
    const drop = () => {
      stop()
      if (to !== from) onMove(from, to)
    }
    handle.addEventListener('pointermove', trackPointer, { signal })
    handle.addEventListener('pointerup', drop, { signal })
    handle.addEventListener('pointercancel', stop, { signal })
    setDragged({ from, to })
  }

  /** The marks of an item: that it is being dragged, or at which edge the dragged item would be inserted. */
  const marksOf = (at: number) => {
    if (!dragged) return {}
    if (dragged.from === at) return { 'data-dragged': true }
    const over = dragged.from < at ? 'below' : 'above'
    return dragged.to === at ? { 'data-over': over } : {}
  }
  return { list, begin, marksOf }
}

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
  onMove: ComponentProps<typeof MoveButtons>['onMove']
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
