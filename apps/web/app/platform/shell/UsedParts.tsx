import { useEffect, useRef, useState } from 'react'
import { useVersionCheck } from '#kit/browser/version'
import { usePage } from '#kit/page/page'
import { useText } from '#kit/text'
import { Tooltip } from '#ui/page/floating'
import { useToast } from '#ui/page/toast'
import { Toasts } from '#ui/page/Toasts'

const formFields = ':is(form:not([role="search"]), [role="dialog"]) *'

/** Returns a function that says whether a form or dialog of the page holds what somebody has typed, wherever the focus is. */
const useTypedFields = () => {
  const fields = useRef<readonly Element[]>([])
  const stillShown = () => fields.current.filter(({ isConnected }) => isConnected)
  useEffect(() => {
    const onInput = ({ target }: Event) => {
      if ((target as Element).matches(formFields)) fields.current = [...new Set([...stillShown(), target as Element])]
    }
    document.addEventListener('input', onInput, true)
    return () => document.removeEventListener('input', onInput, true)
  }, [])
  return () => stillShown().length > 0
}

const storeVersion = (version: string) => localStorage.setItem('version', version)

/** Loads a newer version of the application when it is served; while somebody is typing, asks instead, once. */
export const useUpdates = () => {
  const t = useText()
  const toast = useToast()
  const isAsked = useRef(false)
  const { version } = usePage()
  useEffect(() => storeVersion(version), [version])
  const ask = () => {
    if (!isAsked.current)
      toast.show({
        title: t('There is a new version'),
        text: t('Reload when it suits you. Everything you typed is kept.'),
        action: { label: t('Reload'), run: () => location.reload(), duration: false },
      })
    isAsked.current = true
  }
  useVersionCheck(ask, storeVersion, useTypedFields())
}

/** Milliseconds after which a press is a long one, and for which a name is shown afterwards. */
const LONG_PRESS = 500
const SHOWN_AFTERWARDS = 1500
/** A control that is wider has room for its words, in pixels. */
const MAX_ICON_WIDTH = 56

interface Named {
  control: HTMLElement
  name: string
}

/** The control at a press, if only an icon of it is visible, with its name. */
const findIconControl = ({ target }: Event): Named | undefined => {
  const control = target instanceof Element ? target.closest<HTMLElement>('button, a') : null
  const name = control?.ariaLabel || control?.title
  return control && name && control.offsetWidth <= MAX_ICON_WIDTH ? { control, name } : undefined
}

const stop = (event: Event) => {
  event.preventDefault()
  event.stopPropagation()
}

/** Calls back with the icon that a finger presses for long, and with undefined when its name has been read. The press does nothing else. */
const watchLongPresses = (show: (named: Named | undefined) => void, signal: AbortSignal) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** What is pressed, until the press is a long one. */
  let pressed: Named | undefined
  let isLong = false
  const later = (run: () => void, after: number) => {
    clearTimeout(timer)
    timer = setTimeout(run, after)
  }
  const reveal = () => {
    isLong = true
    show(pressed)
    pressed = undefined
  }
  const release = () => {
    if (isLong) return later(() => show(undefined), SHOWN_AFTERWARDS)
    pressed = undefined
    clearTimeout(timer)
  }
  const listen = (type: string, listener: (event: Event) => void) => addEventListener(type, listener, { capture: true, signal })
  listen('pointerdown', (event) => {
    isLong = false
    show(undefined)
    pressed = (event as PointerEvent).pointerType === 'touch' ? findIconControl(event) : undefined
    if (pressed) later(reveal, LONG_PRESS)
    else clearTimeout(timer)
  })
  // A finger that moves scrolls the page instead.
  for (const end of ['pointerup', 'pointercancel', 'scroll']) listen(end, release)
  // Where a long press opens the menu of a link, it would cover the name.
  listen('contextmenu', (event) => {
    if (pressed) reveal()
    if (isLong) stop(event)
  })
  listen('click', (event) => isLong && stop(event))
  signal.addEventListener('abort', () => clearTimeout(timer))
}

/** On touch screens, shows the name of a button or link with an icon alone while it is pressed for long: nothing shows it on hover there. */
export const TouchNames = () => {
  const [shown, setShown] = useState<Named>()
  useEffect(() => {
    const mounted = new AbortController()
    watchLongPresses(setShown, mounted.signal)
    return () => mounted.abort()
  }, [])
  // Above dialogs, too.
  return shown && <Tooltip target={shown.control} opened label={shown.name} zIndex={1100} />
}

/** What a signed-in page loads once somebody uses it: short messages, the names of icons on touch screens, and the watch for a newer version of the application. */
export const UsedParts = () => {
  useUpdates()
  return (
    <>
      <Toasts />
      <TouchNames />
    </>
  )
}
