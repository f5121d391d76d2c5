import type { OwnQuestion } from '@tradewind/contract/trust/reviewQuestion.contract'
import { type PointerEvent, useRef, useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useCachedAnswer, useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { useFocusAfterMove } from '#ui/list/MoveButtons'
import { useToast } from '#ui/page/toast'

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
