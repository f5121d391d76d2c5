import { Text } from '@mantine/core'
import { useState } from 'react'
import { useList, useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { AddressesInput, wrongAmong } from './AddressesInput.tsx'
import { type DialogProps, DriveDialog } from './DriveDialog.tsx'
import { Named } from './NewFolder.tsx'

/** Asks for the addresses to share with. */
export const ShareWith = ({ items, onClose, onDone }: DialogProps) => {
  const t = useText()
  const toast = useToast()
  const [shareWith, setShareWith] = useState<string[]>([])
  const [tried, setTried] = useState(false)
  const users = useList('GET /api/files/sharedUsers', { page: 0, size: 500 })
  const share = useSend('POST /api/files/share')
  const submit = async () => {
    setTried(true)
    if (shareWith.length === 0 || wrongAmong(shareWith)) return false
    toast.reply(await share.mutateAsync({ shareWith, uniqueIds: items.map(({ uniqueId }) => uniqueId) }))
    onDone()
    return true
  }
  return (
    <DriveDialog title={t('Share files with')} action={t('Share')} onSubmit={submit} onClose={onClose}>
      {(failure) => (
        <>
          <Named items={items} />
          <AddressesInput
            label={t('Emails')}
            description={t('They can open and download it. People without an account are invited to create a free one.')}
            value={shareWith}
            onChange={setShareWith}
            known={(users.data?.rows ?? []).map(({ emailAddress }) => emailAddress)}
            error={(tried && shareWith.length === 0 && t('Share with at least 1 email address!')) || said(failure?.fields, t)}
          />
          {items.some(({ folder }) => folder) && (
            <Text size="sm" c="dimmed">
              {t('Sharing a folder shares everything in it, now and later.')}
            </Text>
          )}
        </>
      )}
    </DriveDialog>
  )
}

/** The first sentence about a field. */
export const said = (fields: Record<string, string> = {}, t: (text: string) => string) => {
  const sentence = Object.values(fields)[0]
  return sentence && t(sentence)
}
