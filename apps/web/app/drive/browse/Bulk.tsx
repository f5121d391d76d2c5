import { Button, Group } from '@mantine/core'
import { IconFolderSymlink, IconShare, IconTrash, IconUserMinus } from '@tabler/icons-react'
import type { DriveItem } from '@tradewind/contract/drive/item'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { confirm } from '#ui/confirm/confirm'
import { useToast } from '#ui/toast/toast'
import type { Open } from '#drive/dialogs/Dialogs'
import { useRemoval } from './useRemoval.ts'

interface BulkProps {
  picked: readonly DriveItem[]
  /** The address that the filter names: whose access ends. */
  sharedWith: string
  onDone: () => void
  onOpen: Open
}

const sign = { size: 16, 'aria-hidden': true } as const

/** What may be done with all that is ticked. */
export const Bulk = ({ picked, sharedWith, onDone, onOpen }: BulkProps) => {
  const t = useText()
  const { removeAll, isPending } = useRemoval()
  const unshare = useUnshare(onDone)
  const common = { disabled: picked.length === 0, variant: 'default', size: 'compact-sm' } as const
  return (
    <Group gap="xs" role="group" aria-label={t('Picked files')}>
      <Button
        {...common}
        loading={isPending}
        leftSection={<IconTrash {...sign} />}
        onClick={() => void removeAll(picked).then((gone) => gone && onDone())}
      >
        {t('Delete Files')}
      </Button>
      <Button {...common} leftSection={<IconShare {...sign} />} onClick={() => onOpen('share', picked)}>
        {t('Share Files')}
      </Button>
      <Button {...common} leftSection={<IconUserMinus {...sign} />} onClick={() => void unshare(picked, sharedWith)}>
        {t('UnShare Files')}
      </Button>
      <Button {...common} leftSection={<IconFolderSymlink {...sign} />} onClick={() => onOpen('move', picked)}>
        {t('Move Files')}
      </Button>
    </Group>
  )
}

/** Ends the access of the person whom the filter names. */
const useUnshare = (onDone: () => void) => {
  const t = useText()
  const toast = useToast()
  const send = useSend('POST /api/files/bulkUnShare')
  return async (items: readonly DriveItem[], address: string) => {
    if (!address) return toast.show({ title: t('ERROR'), text: t('Select a user from the filters!'), failed: true })
    const question = { title: t('Are you sure?'), text: t('You can re share again!'), about: address }
    if (!(await confirm({ ...question, yes: t('Yes, Un Share it!'), no: t('Cancel') }))) return
    try {
      const reply = await send.mutateAsync({ unShareWith: [address], uniqueIds: items.map(({ uniqueId }) => uniqueId) })
      const hasEnded = reply.data.some(({ outcome }) => outcome === 'DONE')
      if (!hasEnded) return toast.show({ title: t('ERROR'), text: t(reply.message), failed: true })
      toast.reply(reply)
      onDone()
    } catch (error) {
      toast.failure(failureOf(error))
    }
  }
}
