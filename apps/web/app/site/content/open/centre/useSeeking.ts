import { type ChangeEvent, type InputEvent, type SubmitEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { addressOf, type Asked, everything, type Filter } from './centre.address.ts'

const pause = 300 // ms without a key

/** Follows a search form: what is typed after a pause, what is picked or sent at once. Back and links set the form as their address says. */
export const useSeeking = (asked: Asked) => {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  useEffect(() => {
    if (waiting.current === undefined && form.current) show(form.current, asked)
  }, [asked])
  const seek = (replace: boolean) => {
    clearTimeout(waiting.current)
    waiting.current = undefined
    if (form.current) void navigate(addressOf(new FormData(form.current)), { replace, preventScrollReset: true })
  }
  return {
    form,
    typed: ({ target }: InputEvent<HTMLFormElement>) => {
      if (!(target instanceof HTMLInputElement)) return
      clearTimeout(waiting.current)
      waiting.current = setTimeout(seek, pause, true)
    },
    picked: ({ target }: ChangeEvent<HTMLFormElement>) => {
      if ((target as Element) instanceof HTMLSelectElement) seek(false)
    },
    sent: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      seek(false)
    },
  }
}

/** Sets each field to what the address asks for; what somebody has typed stays as it is where it means the same. */
const show = (form: HTMLFormElement, asked: Asked) => {
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) field.value = asked[field.name as Filter] ?? everything
    if (field instanceof HTMLInputElement && field.name === 'q' && field.value.trim() !== asked.q) field.value = asked.q
  }
}
