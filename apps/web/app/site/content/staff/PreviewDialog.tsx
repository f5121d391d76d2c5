import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'

interface PreviewDialogProps {
  opened: boolean
  title: string
  onClose: () => void
  children: ReactNode
}

/** Shows content to its authors as readers see it. */
export const PreviewDialog = ({ opened, title, onClose, children }: PreviewDialogProps) => {
  const t = useText()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Preview')} size="xl">
      <Title order={3} size="h2" mb="lg" style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Title>
      {opened && children}
    </Dialog>
  )
}
