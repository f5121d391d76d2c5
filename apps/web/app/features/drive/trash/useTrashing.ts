import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { confirm } from '#ui/confirm/confirm'
import { useToast } from '#ui/toast/toast'

interface Named {
  uniqueId: string
  name: string
}
const idsOf = (items: readonly Named[]) => items.map(({ uniqueId }) => uniqueId)

/** Takes things back from the trash, saying where they are, or ends them for good after a question. */
export const useTrashing = (onDone: () => void) => {
  const t = useText()
  const toast = useToast()
  const [restore, purge] = [useSend('POST /api/files/restore'), useSend('POST /api/files/purge')]
  const failed = (error: unknown): undefined => {
    toast.failure(failureOf(error))
  }
  return {
    isRestoring: restore.isPending,
    isPurging: purge.isPending,
    restore: async (items: readonly Named[]) => {
      const reply = await restore.mutateAsync({ uniqueIds: idsOf(items) }).catch(failed)
      if (!reply) return
      const astray = reply.data.filter(({ toRoot }) => toRoot)
      const back = t('{count} item is back.|{count} items are back.', { count: reply.data.length })
      const where = t('In My Drive, since its folder is gone: {names}.', { names: astray.map(({ name }) => name).join(', ') })
      toast.show({ title: t('SUCCESS'), text: astray.length > 0 ? `${back} ${where}` : back })
      onDone()
    },
    purge: async (items: readonly Named[]) => {
      const text =
        items.length > 0 ? t('It is gone for good, with all that is in it.') : t('All that lies in the trash is gone for good.')
      const about = items.length === 1 ? { about: items[0]!.name } : {}
      const question = { title: t('Are you sure?'), text, ...about, yes: t('Yes, delete it!'), no: t('Cancel') }
      if (!(await confirm(question))) return
      const reply = await purge.mutateAsync(items.length > 0 ? { uniqueIds: idsOf(items) } : {}).catch(failed)
      if (!reply) return
      const { count } = reply.data
      toast.show({ title: t('SUCCESS'), text: t('{count} item is gone for good.|{count} items are gone for good.', { count }) })
      onDone()
    },
  }
}
