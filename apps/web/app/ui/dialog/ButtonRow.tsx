import { Button, type ButtonProps, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '#kit/text'

/** The buttons at the end of a form or a dialog. They stay in sight while the content of a dialog scrolls. */
export const ButtonRow = ({ children }: { children: ReactNode }) => (
  <Group className="button-row" justify="flex-end">
    {children}
  </Group>
)

interface FormButtonsProps extends Pick<ButtonProps, 'loading' | 'disabled' | 'color'> {
  onCancel: () => void
  /** The text of the button that submits the form. */
  children: ReactNode
}

/** The two buttons of most forms in dialogs: *Cancel*, and the one that submits the form. */
export const FormButtons = ({ onCancel, ...submit }: FormButtonsProps) => {
  const t = useText()
  return (
    <ButtonRow>
      <Button variant="default" onClick={onCancel}>
        {t('Cancel')}
      </Button>
      <Button type="submit" {...submit} />
    </ButtonRow>
  )
}
