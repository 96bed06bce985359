# PowerShell completion of dbtool: asks 'dbtool --complete', which knows every option and method. Dot-source
# it from $PROFILE:  . C:\PATH\TO\dbtool.ps1
# Windows PowerShell 5.1 does not ask for '-' and '--' themselves, only from a letter on: --p.

Register-ArgumentCompleter -Native -CommandName @('dbtool', 'dbtool.exe') -ScriptBlock {
    param($last, $command, $cursor)
    $words = @(foreach ($element in $command.CommandElements) {
        $extent = $element.Extent
        if ($extent.StartOffset -ge $cursor) { continue }
        if ($element -is [Management.Automation.Language.StringConstantExpressionAst]) { $element.Value; continue }
        $extent.Text.Substring(0, [Math]::Min($extent.Text.Length, $cursor - $extent.StartOffset))
    })
    $word = $words[-1]
    if ($cursor -gt $command.CommandElements[-1].Extent.EndOffset) {
        # Before 7.3 an empty argument must be quoted, else the program never sees it.
        $words += if ($PSVersionTable.PSVersion -lt [Version]'7.3') { '""' } else { '' }
        $word = ''
    }
    $reply = @(& $words[0] --complete $words[1..($words.Count - 1)] 2>$null)
    if (-not $reply) { return }
    $kind, $endings = @($reply[0] -split ' ' | Where-Object { $_ })
    # PowerShell replaces what stands after the last comma alone.
    $kept = if ($word.EndsWith($last)) { $word.Length - $last.Length } else { 0 }
    if ($kind -eq 'words') {
        foreach ($line in $reply | Select-Object -Skip 1) {
            $item, $meaning = $line -split "`t", 2
            if (-not $item) { continue }
            if (-not $meaning) { $meaning = $item }
            [Management.Automation.CompletionResult]::new($item.Substring($kept), $item, 'ParameterValue', $meaning)
        }
        return
    }
    $option = if ($last -match '^--[a-z-]+=') { $Matches[0] } else { '' }
    $path = $last.Substring($option.Length).Trim("'", '"')
    $folder = $path -replace '[^\\/]*$', ''
    foreach ($found in Get-ChildItem -Path "$path*" -ErrorAction SilentlyContinue) {
        $isWanted = $found.PSIsContainer -or
            ($kind -eq 'files' -and (-not $endings -or $endings -contains $found.Extension.TrimStart('.')))
        if (-not $isWanted) { continue }
        $text = $folder + $found.Name
        if ($text -match "[ '()&;,{}$]") { $text = "'" + $text.Replace("'", "''") + "'" }
        [Management.Automation.CompletionResult]::new($option + $text, $found.Name, 'ProviderItem', $found.FullName)
    }
}
