# Commands to paste are quoted as cmd.exe and PowerShell read them.
take walk run
mv walk.bvh 'my walk.bvh'
dbtool suggest 'my walk.bvh' run.bvh --top 1 | grep -o 'dbtool blend .*run.bvh'
