import { useMantineColorScheme } from '@mantine/core'
import type { Account } from '@tradewind/contract/platform/identity.contract'
import { call } from '#kit/api/call'
import { failureOf } from '#kit/api/failure'
import { useCachedAnswer } from '#kit/api/query'
import { saveLanguage } from '#kit/text'
import { useToast } from '#ui/page/toast'

type Choice = Partial<Pick<Account, 'language' | 'timeZone' | 'theme'>>

/** Sets language, time zone or appearance of the own account. Optimistic: takes effect immediately, and is reverted if saving fails. */
export const useChoices = () => {
  const toast = useToast()
  const account = useCachedAnswer('GET /api/auth/account', {})
  const { setColorScheme } = useMantineColorScheme()
  return async (choice: Choice) => {
    if (choice.theme) setColorScheme(choice.theme)
    if (choice.language === null) saveLanguage(null)
    const isShown = await account.change((before) => ({ ...before, ...choice }))
    try {
      await call('PATCH /api/auth/account', choice)
      if (!isShown) await account.refresh()
    } catch (error) {
      toast.failure(failureOf(error))
      await account.refresh()
    }
  }
}
