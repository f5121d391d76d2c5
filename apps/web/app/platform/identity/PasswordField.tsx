import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '#kit/text'

/** A password, hidden until its button shows it. */
export const PasswordField = (props: TextInputProps) => {
  const t = useText()
  const [shown, setShown] = useState(false)
  const Sign = shown ? IconEyeOff : IconEye
  return (
    <TextInput
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      required
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={() => setShown(!shown)}
          aria-pressed={shown}
          aria-label={t('Show characters')}
        >
          <Sign size={18} />
        </ActionIcon>
      }
    />
  )
}
