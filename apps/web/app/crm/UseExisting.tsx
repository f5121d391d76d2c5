import { Anchor } from '@mantine/core'

/** Uses an existing record instead of the one in the form. */
export interface ExistingAction {
  text: string
  run: () => void
}

/** The button next to a similar record that uses it, if the form has an action for that. */
export const UseExisting = ({ action, name }: { action: ExistingAction | undefined; name: string }) =>
  action && (
    <>
      {' '}
      <Anchor component="button" type="button" inherit fw={600} aria-label={`${action.text}, ${name}`} onClick={action.run}>
        {action.text}
      </Anchor>
    </>
  )
