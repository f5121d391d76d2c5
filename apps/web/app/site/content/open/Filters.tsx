import { type ChangeEvent, type InputEvent, type SubmitEvent, useEffect, useRef } from 'react'
import { Form, useSearchParams, useNavigate } from 'react-router'
import { enterStays } from '#kit/browser/enter'
import { isLanguage } from '#kit/languages'
import { useRoles } from '#kit/session'
import { useText } from '#kit/text'
import { articleTypeNames, categoryNames, seesSubscriptions, subscriptionNames, typeNames } from '#site/post/post.words'
import { type Asked, everything, type Filter, addressOf } from './centre.address.ts'
import styles from './centre.module.css'

/** A plain form, whose address says what is sought: without script the browser itself asks for it; with script it follows what is typed. */
export const Filters = ({ asked }: { asked: Asked }) => {
  const t = useText()
  const language = useSearchParams()[0].get('lang')
  const tells = seesSubscriptions(useRoles())
  const { form, typed, picked, sent } = useSeeking(asked)
  return (
    <Form ref={form} method="get" role="search" className={styles.filters} onInput={typed} onChange={picked} onSubmit={sent}>
      {isLanguage(language) && <input type="hidden" name="lang" value={language} />}
      <p className={styles.search}>
        <label htmlFor="q">{t('Search titles and texts')}</label>
        <input id="q" name="q" type="search" defaultValue={asked.q} maxLength={200} />
      </p>
      <Choice name="contentType" label={t('Format')} words={typeNames} chosen={asked.contentType} />
      <Choice name="category" label={t('Category')} words={categoryNames} chosen={asked.category} />
      <Choice name="articleType" label={t('Sub-category')} words={articleTypeNames} chosen={asked.articleType} />
      {tells && <Choice name="subscription" label={t('Subscription')} words={subscriptionNames} chosen={asked.subscription} />}
      <button type="submit" className="open-button">
        {t('Search')}
      </button>
    </Form>
  )
}

interface ChoiceProps {
  name: Filter
  label: string
  words: Readonly<Record<string, string>>
  chosen: string | undefined
}

const Choice = ({ name, label, words, chosen = everything }: ChoiceProps) => {
  const t = useText()
  return (
    <p>
      <label htmlFor={name}>{label}</label>
      <select onKeyDown={enterStays} id={name} name={name} defaultValue={chosen}>
        <option value={everything}>{t('All')}</option>
        {Object.entries(words).map(([word, english]) => (
          <option key={word} value={word}>
            {t(english)}
          </option>
        ))}
      </select>
    </p>
  )
}

const pause = 300 // ms without a key

/** Follows a search form: what is typed after a pause, what is picked or sent at once. Back and links set the form as their address says. */
const useSeeking = (asked: Asked) => {
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
