import { FileInput, Stack } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '#kit/text'
import styles from './logo.module.css'

interface LogoFieldProps {
  file: File | null
  onFile: (file: File | null) => void
  /** The current logo. */
  current?: string | null
  error?: string | null
}

/** Selects a picture for a logo, with a preview. */
export const LogoField = ({ file, onFile, current = null, error = null }: LogoFieldProps) => {
  const t = useText()
  const [preview, setPreview] = useState('')
  const choose = (chosen: File | null) => {
    URL.revokeObjectURL(preview)
    setPreview(chosen ? URL.createObjectURL(chosen) : '')
    onFile(chosen)
  }
  return (
    <Stack gap="xs">
      <FileInput
        id="file"
        label={t('Brand Logo')}
        description={t('PNG, JPEG, WebP or GIF, 2 MB at most.')}
        placeholder={t('Choose a picture')}
        accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
        leftSection={<IconPhoto size={16} aria-hidden />}
        clearable
        clearButtonProps={{ 'aria-label': t('Remove the picture'), title: t('Remove the picture') }}
        value={file}
        onChange={choose}
        error={error}
      />
      <LogoBox src={file ? preview : current && `/api/document/${current}`} />
    </Stack>
  )
}

/** A logo in a box of 200 by 100; a text if there is none, or it cannot be shown. */
export const LogoBox = ({ src }: { src: string | null }) => {
  const t = useText()
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <div className={styles.box}>
      {src && src !== broken ? (
        <img src={src} alt={t('Brand Logo')} onError={() => setBroken(src)} />
      ) : (
        <span>{src ? t('This picture cannot be shown') : t('No logo yet')}</span>
      )}
    </div>
  )
}
