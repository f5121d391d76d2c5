import { FileButton, Group, Text, UnstyledButton } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { useLanguage, useText } from '#kit/text'
import styles from '#ui/massUpload/massUpload.module.css'

interface FileDropProps {
  file: File | null
  onFile: (file: File | null) => void
  disabled: boolean
}

/** A place to drop a workbook on, or to choose one from. */
export const FileDrop = ({ file, onFile, disabled }: FileDropProps) => {
  const t = useText()
  const language = useLanguage()
  const [over, setOver] = useState(false)
  const take = (event: React.DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped && !disabled) onFile(dropped)
  }
  return (
    <FileButton accept=".xlsx" onChange={onFile} disabled={disabled}>
      {(button) => (
        <UnstyledButton
          {...button}
          className={styles.drop}
          data-over={over || undefined}
          data-autofocus
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={take}
        >
          <Group wrap="nowrap">
            <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
            <div style={{ minWidth: 0 }}>
              <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                {file ? file.name : t('Choose a workbook, or drop it here')}
              </Text>
              <Text size="sm" c="dimmed">
                {file ? t('{size} KB. Choose another', { size: Math.ceil(file.size / 1024).toLocaleString(language) }) : t('Excel, .xlsx, up to 50 MB and 200,000 rows')}
              </Text>
            </div>
          </Group>
        </UnstyledButton>
      )}
    </FileButton>
  )
}
