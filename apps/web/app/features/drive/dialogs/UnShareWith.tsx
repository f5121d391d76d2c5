import { Chip, Group, Input } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { useToast } from '#ui/toast/toast'
import { once } from './addresses/addresses.ts'
import { AddressesInput } from './addresses/AddressesInput.tsx'
import type { DialogProps } from './dialog.ts'
import { DriveDialog } from './DriveDialog.tsx'
import { Named } from './Named.tsx'

/** Asks whose access is to end: typed, or chosen from those who have it. */
export const UnShareWith = ({ items, onClose, onDone }: DialogProps) => {
  const t = useText()
  const toast = useToast()
  const [unShareWith, setUnShareWith] = useState<string[]>([])
  const [tried, setTried] = useState(false)
  const send = useSend('POST /api/files/bulkUnShare')
  const current = once(items.flatMap(({ sharedWith }) => sharedWith))
  const submit = async () => {
    setTried(true)
    if (unShareWith.length === 0) return false
    toast.reply(await send.mutateAsync({ unShareWith, uniqueIds: items.map(({ uniqueId }) => uniqueId) }))
    onDone()
    return true
  }
  return (
    <DriveDialog title={t('Un Share files with')} action={t('UnShare')} onSubmit={submit} onClose={onClose}>
      {() => (
        <>
          <Named items={items} />
          <AddressesInput
            label={t('To unshare')}
            value={unShareWith}
            onChange={setUnShareWith}
            known={current}
            error={tried && unShareWith.length === 0 && t('Un Share with at least 1 email address!')}
          />
          <Current addresses={current} chosen={unShareWith} onChoose={setUnShareWith} />
        </>
      )}
    </DriveDialog>
  )
}

interface CurrentProps {
  addresses: readonly string[]
  chosen: string[]
  onChoose: (chosen: string[]) => void
}

const Current = ({ addresses, chosen, onChoose }: CurrentProps) => {
  const t = useText()
  return (
    <Input.Wrapper label={t('Currently shared with')} labelElement="div">
      <Chip.Group
        multiple
        value={chosen.filter((address) => addresses.includes(address))}
        onChange={(picked) => onChoose(once([...chosen.filter((address) => !addresses.includes(address)), ...picked]))}
      >
        <Group gap="xs" mt={4}>
          {addresses.map((address) => (
            <Chip key={address} value={address}>
              {address}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  )
}
