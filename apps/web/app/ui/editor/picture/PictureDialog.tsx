import { Button, Group, Image, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'

/** A picture, and what it says to those who do not see it. */
export interface Chosen {
  src: string
  alt: string
}

interface PictureDialogProps {
  chosen: Chosen | undefined
  onPut: (alt: string) => void
  onClose: () => void
}

/** Asks what a picture shows: without that it is not put into the text. */
export const PictureDialog = ({ chosen, onPut, onClose }: PictureDialogProps) => {
  const t = useText()
  return (
    <Dialog
      opened={chosen !== undefined}
      onClose={onClose}
      title={t('Picture')}
      closeButtonProps={{ 'aria-label': t('Close') }}
      zIndex={400}
    >
      {chosen && <Described key={chosen.src} chosen={chosen} onPut={onPut} onClose={onClose} />}
    </Dialog>
  )
}

/** Not a form: it lies within one, and Enter must not send that. */
const Described = ({ chosen, onPut, onClose }: PictureDialogProps & { chosen: Chosen }) => {
  const t = useText()
  const [alt, setAlt] = useState(chosen.alt)
  const [isRefused, setRefused] = useState(false)
  const put = () => {
    if (alt.trim()) onPut(alt.trim())
    else setRefused(true)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    put()
  }
  return (
    <Stack>
      <Image src={chosen.src} alt="" fit="contain" h={220} bg="var(--mantine-color-default-hover)" />
      <TextInput
        label={t('Alternative text')}
        description={t('What the picture shows, for those who do not see it.')}
        required
        autoComplete="off"
        data-autofocus
        maxLength={300}
        value={alt}
        error={isRefused && !alt.trim() ? t('Alternative text is required') : null}
        onChange={(event) => setAlt(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button onClick={put}>{t('Apply')}</Button>
      </Group>
    </Stack>
  )
}
