import { useEffect, useRef, useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { useAskedAnswer, useUpdate } from '#ui/question/calls'
import { type QuestionConfig, nameOf, type Question } from '#ui/question/questionConfig'

export type Way = 'up' | 'down'

/** The id of the button that moves a question. */
export const moverOf = (uniqueId: string, way: Way) => `${way}-${uniqueId}`

/** Moves a question by one place, on the page at once. The button that did it keeps the focus, though its row stands elsewhere then. */
export const useMoves = (asking: QuestionConfig, group: string, asked: readonly Question[]) => {
  const t = useText()
  const toast = useToast()
  const change = useAskedAnswer(asking, group)
  const { mutateAsync } = useUpdate(asking)
  const focused = useRef<string>(undefined)
  const [news, setNews] = useState('')
  useEffect(() => {
    if (focused.current) document.getElementById(focused.current)?.focus()
    focused.current = undefined
  }, [asked])

  const move = async (question: Question, way: Way) => {
    const { uniqueId } = question
    let place = -1
    // Where it stands is asked of the cache: the page may be a step behind.
    await change((list) => {
      const rows = list.rows.filter(({ retired }) => !retired)
      const from = rows.findIndex((one) => one.uniqueId === uniqueId)
      const to = way === 'up' ? from - 1 : from + 1
      if (from < 0 || to < 0 || to >= rows.length) return list
      place = to
      focused.current = moverOf(uniqueId, way)
      return { ...list, rows: swapped(rows, from, to) }
    })
    if (place < 0) return
    setNews(t('{name} stands at place {place} now', { name: nameOf(question), place: String(place + 1) }))
    await mutateAsync({ uniqueId, position: place + 1 }).catch((error: unknown) => toast.failure(failureOf(error)))
  }
  return { move, news }
}

/** The same list with two of its items in each other's place. */
const swapped = <T>(list: readonly T[], one: number, other: number): T[] =>
  list.map((item, at) => {
    if (at === one) return list[other] ?? item
    return at === other ? (list[one] ?? item) : item
  })
