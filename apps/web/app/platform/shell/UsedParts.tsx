import { useEffect, useRef } from 'react'
import { useVersionCheck } from '#kit/browser/version'
import { usePage } from '#kit/page/page'
import { useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { Toasts } from '#ui/page/Toasts'
import { TouchNames } from '#ui/page/TouchNames'

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
